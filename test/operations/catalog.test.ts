import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseCommand } from '../../src/language/commands.ts'
import { SENTENCE } from '../../src/message/blocks.ts'
import { operations } from '../../src/operations/catalog.ts'

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.ts'))
  .map(file => readFileSync(`src/${file}`, 'utf8'))

const each = operations.map(operation => ({ operation, id: operation.id }))
const duplicates = (names: string[]) => names.filter((name, index) => names.indexOf(name) !== index)

describe('the table of operations', () => {
  it('has unique ids and commands', () => {
    expect(duplicates(operations.map(({ id }) => id))).toEqual([])
    expect(duplicates(operations.flatMap(({ command }) => [...command.words]))).toEqual([])
  })

  it('contains the operation of every button in the source', () => {
    const buttonOperations = sources.flatMap(source =>
      [...source.matchAll(/(?:[a-z]Button\([^,()]+, |operation: )'([a-z]+\.[a-z]+)'/g)].map(([, id]) => id),
    )
    expect(buttonOperations.length).toBeGreaterThan(5)
    const knownIds: (string | undefined)[] = [SENTENCE, ...operations.map(({ id }) => id)]
    expect(buttonOperations.filter(id => !knownIds.includes(id))).toEqual([])
  })
})

describe.each(each)('$id', ({ operation }) => {
  const { id, command, form, inputs } = operation
  const { summary, examples } = operation
  const { words: sentences, usage } = command

  it('has commands of plain words, which do not collide with help', () => {
    for (const words of sentences) {
      expect(words).toMatch(/^[a-z]+( [a-z]+)*$/)
      expect(parseCommand(words, operations)).toMatchObject({
        kind: 'operation',
        operation: { id },
        rest: '',
      })
      expect(parseCommand(`help ${words}`, operations)).toEqual({ kind: 'help', topic: words })
      expect(parseCommand(`${words} help`, operations)).toEqual({ kind: 'help', topic: words })
    }
  })

  it('has a summary and complete examples', () => {
    expect(summary).toMatch(/^[a-z].*[^.]$/)
    expect(examples.length).toBeGreaterThan(0)
    for (const example of examples) {
      const reading = parseCommand(example, operations)
      expect(reading).toMatchObject({ kind: 'operation', operation: { id } })
      // Access data and the credential of a resource are asked for in a form.
      if (
        reading.kind === 'operation' &&
        operation.takesWords &&
        !operation.opensForm(reading.args) &&
        !['credential.add', 'resource.add'].includes(id)
      )
        expect(operation.isIncomplete(reading.args, reading.rest)).toBe(false)
    }
    const needed = inputs.filter(({ optional }) => !optional)
    if (operation.takesWords && needed.length > 0) expect(usage).toMatch(/^<\w+>/)
  })

  it('has a form if an input is required, with a short title and submit label', () => {
    if (!form) expect(inputs.filter(({ optional }) => !optional)).toEqual([])
    else {
      expect(form.title.length).toBeLessThanOrEqual(24)
      expect(form.submit.length).toBeLessThanOrEqual(24)
      expect(form.submit).toMatch(/^[A-Z]/)
      expect(form.submit).not.toMatch(/^(OK|Ok|Submit|Send|Save)$/)
    }
  })

  it('has unique inputs within the limits of Slack', () => {
    expect(duplicates(inputs.map(({ key }) => key))).toEqual([])
    for (const { placeholder = '', hint = '', control } of inputs) {
      expect(placeholder.length).toBeLessThanOrEqual(150)
      expect(hint.length).toBeLessThanOrEqual(2000)
      if (control.kind === 'text' || control.kind === 'secret') expect(control.max).toBeLessThanOrEqual(3000)
    }
    expect(duplicates(inputs.map(({ label }) => label))).toEqual([])
  })
})
