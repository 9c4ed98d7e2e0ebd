/** Languages that put no spaces between words. */
export const UNSPACED: ReadonlySet<string> = new Set(['ja', 'zh'])

/** In small letters, without accents; numbers of Japanese and Chinese in figures. */
export function plain(phrase: string, language: string): string {
  const words = phrase.toLowerCase().replaceAll(/[’ʼ]/g, "'")
  if (UNSPACED.has(language)) return inFigures(words.normalize('NFKC'))
  return words.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(/\s+/g, ' ')
}

const DIGITS = '零一二三四五六七八九'
/** Numbers below 100 in figures, before what they count: `十二月`, `两周`. */
const inFigures = (words: string): string =>
  words
    .replaceAll(/[两兩](?=[天周週个個])/gu, '二')
    .replaceAll(
      /(?<![周週期拜上下])[一二三四五六七八九十]+(?=[天日号號]|[周週个個]|日間|日後|か月|ヶ月|カ月|時間|小时|小時|月)/gu,
      numeral,
    )

function numeral(figures: string): string {
  const [tens = '', ones] = figures.split('十')
  const digit = (sign: string) => DIGITS.indexOf(sign)
  return String(ones === undefined ? digit(tens) : 10 * digit(tens || '一') + digit(ones || '零'))
}
