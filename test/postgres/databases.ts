import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Client } from 'pg'
import { inject, onTestFinished } from 'vitest'
import { type Database, openDatabase } from '../../src/storage/database.ts'
import { temporaryFolder } from '../temporary-folder.ts'

/** A database that is closed when the test is over, unless it was before. */
export async function openedDatabase(place: string): Promise<Database> {
  const database = await openDatabase(place)
  onTestFinished(() => database.destroy())
  return database
}

/** The URL of a PostgreSQL database that is empty, and gone when the test is over. */
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

/** The databases that keep what is written when they are closed: each call gives the place of a new one. */
export const lasting = [
  { kind: 'SQLite in a file' as const, place: async () => join(await temporaryFolder(), 'dayshift.db') },
  { kind: 'PostgreSQL' as const, place: newPostgres },
]

/** Every kind of database that the bot can have. */
export const databases = [{ kind: 'SQLite in memory', place: async () => ':memory:' }, ...lasting]
