const unknown = () =>
  ['Nobody knows the address', 'give one of this machine in HOST, such as 0.0.0.0'] as const

/** Why nobody can listen where a variable says, in a sentence that names it. */
const UNHEARD: Readonly<Record<string, (port: string) => readonly [about: string, what: string]>> = {
  EADDRINUSE: port => ['The port is in use', `give another one in ${port}`],
  EACCES: port => ['The port is not for this user', `give one from 1024 on in ${port}`],
  EADDRNOTAVAIL: () => ['This machine has no such address', 'give one that it has in HOST'],
  ...{ ENOTFOUND: unknown, EAI_AGAIN: unknown },
}

/** What listens at the port that a variable gives; where that cannot be, the error names the variable to change. */
export async function atPortOf<T>(variable: 'PORT' | 'SERVICE_PORT', listens: Promise<T>): Promise<T> {
  try {
    return await listens
  } catch (error) {
    const said =
      error instanceof Error && 'code' in error ? UNHEARD[String(error.code)]?.(variable) : undefined
    if (!(error instanceof Error && said)) throw error
    const [about, what] = said
    throw new Error(`${about} (${error.message}): ${what}.`, { cause: error })
  }
}
