import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Client } from 'pg'
import { inject, onTestFinished } from 'vitest'
import { type Database, openDatabase } from '../../src/storage/database.ts'
import { temporaryFolder } from '../temporary-folder.ts'

/** Opens a database until the test ends. */
export async function openedDatabase(place: string): Promise<Database> {
  const database = await openDatabase(place)
  onTestFinished(() => database.destroy())
  return database
}

/** Creates an empty PostgreSQL database until the test ends; resolves to its URL. */
export async function newPostgres(): Promise<string> {
  const answer = await fetch(inject('postgres'))
  const url = await answer.text()
  if (!answer.ok) throw new Error(url)
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await administer(url, `CREATE DATABASE ${name}`)
  onTestFinished(() => administer(url, `DROP DATABASE ${name} WITH (FORCE)`))
  return `${url}/${name}`
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: `${url}/postgres` })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** Persistent databases; `place` creates a new one. */
export const lasting = [
  { kind: 'SQLite in a file' as const, place: async () => join(await temporaryFolder(), 'dayshift.db') },
  { kind: 'PostgreSQL' as const, place: newPostgres },
]

/** All databases that the bot supports. */
export const databases = [{ kind: 'SQLite in memory', place: async () => ':memory:' }, ...lasting]
