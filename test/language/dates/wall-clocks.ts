/** Every weekday, both days on which clocks change, the ends of months and of a year, and a leap day. */
export const WALL_CLOCKS = [
  '2026-11-16T12:30',
  '2026-11-17T09:15',
  '2026-11-18T18:45',
  '2026-11-19T01:00',
  '2026-11-20T23:30',
  '2026-11-21T12:30',
  '2026-11-22T12:30',
  '2026-03-29T12:30',
  '2026-10-25T12:30',
  '2026-12-31T23:59',
  '2028-02-29T00:30',
  '2027-01-31T12:30',
]

/** From -11 to +14 hours, some of them with half hours, one with a summer time of half an hour. */
export const ZONES = [
  'Europe/Madrid',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
]
