/** What a text of JSON holds; nothing where it is none. The parser's own message goes nowhere: it quotes the text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
