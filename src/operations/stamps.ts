import { sayDay } from '../language/dates/text.ts'

/**
 * A time as the service writes it, as a day: `Tue 1 Dec 2026` for 01/12/2026 or 2026-12-01T09:00:00Z. The interface
 * document does not show the format: anything else stays as it is.
 */
export function formatStamp(stamp: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?$/.exec(stamp) ?? []
  return sayDay(year ? `${day}/${month}/${year}` : stamp)
}
