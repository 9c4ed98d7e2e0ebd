/** Every question and refusal of the reader of hours. */
export const WHYS = {
  nothing: 'You have not said which hours; try “weekdays 8am to 7pm”.',
  tooLong: (q: string) =>
    `${q} is more than 200 characters; shorten it, to something such as “weekdays 8am to 7pm”.`,
  unread: (q: string) =>
    `I cannot read ${q} as weekly hours; try “weekdays 8am to 7pm” or “mon-thu 9 for 8h”.`,
  noHours: (q: string) => `${q} says no hours; add them, such as “weekdays 8am to 7pm”.`,
  noEnd: (q: string) => `${q} does not say when it ends, or how long it lasts; try “weekdays 8am to 7pm”.`,
  noStart: (q: string) => `${q} does not say when it starts; try “weekdays 8am to 7pm”.`,
  noDays: (q: string) => `${q} does not say on which days.`,
  halves: (q: string) => `${q} could be in the morning or in the evening.`,
  wholeHours: (q: string) => `The service works in whole hours only, so ${q} has to be rounded.`,
  fromOne: (q: string) =>
    `The service starts at 1:00 at the earliest, so ${q} is not possible; these are the nearest.`,
  wholeDay: (q: string, nearest: string) =>
    `The service allows 23 hours a day at most, so ${q} cannot be a schedule; the nearest is “${nearest}”.`,
  endOrLength: (q: string) => `The last part of ${q} could be when they end, or how long they last.`,
  oneSpan: (q: string) => `The service allows one span of hours a day, so ${q} has to be one of these.`,
  sameHours: (q: string) =>
    `The service uses the same hours on every day of a plan, so ${q} cannot be one schedule.`,
}
