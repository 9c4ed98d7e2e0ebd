const UNKNOWN = ['The address is not known', 'give one of this machine in HOST, such as 0.0.0.0'] as const

/** What is wrong and what to do, by the code of the error; `port` is the variable to change. */
const PROBLEMS: Readonly<Record<string, (port: string) => readonly [problem: string, remedy: string]>> = {
  EADDRINUSE: port => ['The port is in use', `give another one in ${port}`],
  EACCES: port => ['The port is not for this user', `give one from 1024 on in ${port}`],
  EADDRNOTAVAIL: () => ['This machine has no such address', 'give one that it has in HOST'],
  ENOTFOUND: () => UNKNOWN,
  EAI_AGAIN: () => UNKNOWN,
}

/** Explains the error of a server that cannot listen by the variable to change. */
export const atPortOf = <T>(
  variable: 'PORT' | 'SERVICE_PORT' | 'METRICS_PORT',
  listening: Promise<T>,
): Promise<T> =>
  listening.catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error)) throw error
    const [problem, remedy] = PROBLEMS[String(error.code)]?.(variable) ?? []
    throw problem ? new Error(`${problem} (${error.message}): ${remedy}.`, { cause: error }) : error
  })
