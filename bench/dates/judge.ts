import type { Case } from './cases.ts'
import type { Answer, Reader } from './readers.ts'

/** How many phrases are answered right or wrong, asked about or refused; a question counts as right where it is due. */
interface Count {
  right: number
  wrong: number
  asked: number
  refused: number
}

/** Counts the answers of a reader; one that throws refuses. */
export function judge(reader: Reader, cases: readonly Case[]): Count {
  const count: Count = { right: 0, wrong: 0, asked: 0, refused: 0 }
  for (const said of cases) count[verdict(answer(reader, said), said)]++
  return count
}

function answer(reader: Reader, said: Case): Answer {
  try {
    return reader(said)
  } catch {
    return 'refused'
  }
}

function verdict(answer: Answer, { right }: Case): keyof Count {
  if (typeof answer === 'string') return right.length === 0 ? 'right' : answer
  return right.some(([from, until]) => from === answer[0] && until === answer[1]) ? 'right' : 'wrong'
}
