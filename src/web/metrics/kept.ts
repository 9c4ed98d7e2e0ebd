/** The same question, whose answer is kept for so many milliseconds: however many ask, it costs that but once. */
export function kept<T>(read: () => Promise<T>, ms: number, now: () => number): () => Promise<T> {
  let last: { answer: Promise<T>; until: number } | undefined
  return () => {
    if (!last || now() >= last.until) last = { answer: read(), until: now() + ms }
    return last.answer
  }
}
