/** The fields of the pause form, empty except for the given values. */
export const pauseFields = (values: Record<string, string> = {}): Record<string, string> => ({
  Plan: '',
  Plans: '',
  From: '',
  Until: '',
  Reason: '',
  Remind: '',
  ...values,
})
