import { closeSync, fdatasync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import bolt from '@slack/bolt'
import pino from 'pino'
import { serveBarely } from './barely.js'
import { token } from './work.js'

/**
 * The floor, with the least of what a bot does besides, of which DUTIES has the names: `bolt` takes every request through
 * Bolt's App, behind a receiver of its own and to one listener; `log` writes a line for each; `journal` writes each change
 * down when it is asked for, sent, done and told, and goes on but at the last when the disk has it.
 */

const duties = new Set(process.env.DUTIES?.split(' '))

/** Takes what Slack sent through Bolt. */
function createPass() {
  let app
  const receiver = {
    init(to) {
      app = to
    },
    async start() {},
    async stop() {},
  }
  const authorize = async () => ({ botToken: token, botId: 'B0', botUserId: 'U0' })
  const all = new bolt.App({ receiver, authorize, convoStore: false, ignoreSelf: false, logLevel: 'error' })
  all.use(async ({ ack }) => ack())
  return (fields, work) =>
    new Promise((resolve, reject) => {
      const body = fields.payload === undefined ? fields : JSON.parse(fields.payload)
      app.processEvent({ body, ack: async () => work().then(resolve, reject) }).catch(reject)
    })
}

/** Writes changes into SQLite's write-ahead log, those that come at the same time together. */
function createKeep() {
  const file = join(process.cwd(), 'journal.db')
  const database = new DatabaseSync(file)
  database.exec(`pragma journal_mode = wal; pragma synchronous = off;
    create table journal (id text primary key, state text, said text, lease text);
    create index open on journal (lease)`)
  const insert = database.prepare("insert into journal values (?, 'asked', ?, ?)")
  const update = database.prepare('update journal set state = ?, said = ?, lease = ? where id = ?')
  const disk = openSync(`${file}-wal`, 'r+')
  process.once('exit', () => closeSync(disk))
  let waiting = []
  let running = false
  let count = 0

  function commit() {
    const together = waiting
    waiting = []
    database.exec('begin immediate')
    for (const { work } of together) work()
    database.exec('commit')
    fdatasync(disk, error => {
      if (error) throw error
      for (const { done } of together) done()
      running = waiting.length > 0
      if (running) commit()
    })
  }

  const write = work =>
    new Promise(done => {
      waiting.push({ work, done })
      if (!running) setImmediate(commit)
      running = true
    })

  return async (user, said, work) => {
    const id = `${user} ${count++}`
    await write(() => insert.run(id, said, 'held'))
    await write(() => update.run('sent', said, 'held', id))
    const result = await work()
    await write(() => update.run('done', said, 'held', id))
    write(() => update.run('told', null, null, id))
    return result
  }
}

function createTold() {
  const log = pino()
  return () => log.info({ ref: 'AbCdEfGh', ms: 3 }, 'answered')
}

serveBarely({
  ...(duties.has('bolt') && { pass: createPass() }),
  ...(duties.has('journal') && { keep: createKeep() }),
  ...(duties.has('log') && { told: createTold() }),
})
