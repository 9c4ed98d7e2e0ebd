/** The fields of the form of a pause, empty but for these. */
export const pauseFields = (filled: Record<string, string> = {}): Record<string, string> => ({
  Plan: '',
  Plans: '',
  From: '',
  Until: '',
  Reason: '',
  Remind: '',
  ...filled,
})
