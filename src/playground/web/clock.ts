const memo = <T>(make: (zone: string) => T) => {
  const made = new Map<string, T>()
  return (zone: string): T => {
    const known = made.get(zone) ?? make(zone)
    made.set(zone, known)
    return known
  }
}

const hours = memo(
  timeZone => new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }),
)
const seconds = memo(timeZone => new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium' }))
const days = memo(
  timeZone =>
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
    }),
)

/** The instant of a message, by its time stamp. */
export const instantOf = (ts: string): Date => new Date(Number(ts.split('.')[0]) * 1000)

/** `14:05`, in an IANA zone. */
export const hourIn = (zone: string, at: Date): string => hours(zone).format(at)

/** `14:05:09`, in an IANA zone. */
export const secondIn = (zone: string, at: Date): string => seconds(zone).format(at)

/** `Saturday 21 November 2026`, in an IANA zone. */
export const dayIn = (zone: string, at: Date): string => days(zone).format(at)
