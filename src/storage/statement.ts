import {
  type Compilable,
  type CompiledQuery,
  type Expression,
  type Kysely,
  type QueryResult,
  sql,
} from 'kysely'
import type { Runs, Stored, Told } from './dialects/opened.ts'

/** Stands in a statement for the value of that name, of whatever type its column is. */
type Value = (name: string) => Expression<never>

type Executes = Pick<Kysely<unknown>, 'executeQuery'>

const shorter = new WeakMap<Executes, Runs>()

/** From now on statements of a database are run by a shorter way than through all of Kysely, but in a transaction. */
export const shorten = (database: Executes, runs: Runs): void => void shorter.set(database, runs)

/**
 * A statement that is made and compiled once, when it is run first, and run with other values each time: to make one
 * takes longer than to run it.
 */
export function createStatement<R>(
  database: Executes,
  make: (value: Value) => Compilable<R>,
  told: Told = 'kept',
) {
  const names = new Map<unknown, string>()
  let compiled: CompiledQuery<R> | undefined

  const value: Value = name => {
    const mark = Symbol(name)
    names.set(mark, name)
    return sql<never>`${mark}`
  }

  return (values: Readonly<Record<string, Stored>>): Promise<QueryResult<R>> => {
    compiled ??= make(value).compile()
    const parameters = compiled.parameters.map(each => {
      const name = names.get(each)
      if (name === undefined) return each
      if (values[name] === undefined) throw new TypeError(`There is no value for ${name}`)
      return values[name]
    })
    const query = { ...compiled, parameters }
    return shorter.get(database)?.(query, told) ?? database.executeQuery(query)
  }
}
