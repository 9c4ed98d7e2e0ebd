import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Operation } from '../../src/core/operation.ts'
import { filled } from '../../src/core/raw.ts'
import { read, say } from '../../src/language/read.ts'
import { withoutSecretWords } from '../../src/language/secret-words.ts'
import { kindred, nearest, nearestVerbs } from '../../src/language/suggestions.ts'
import { lackingIn } from '../../src/language/verbs.ts'
import { operations } from '../../src/operations/catalog.ts'
import { openInputs, rawFor, words } from '../arbitraries.ts'

const space = fc.constantFrom(' ', '  ', '\t', '\n', '\u00a0', ' \n ')
const anyCase = (text: string) =>
  fc
    .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
    .map(upper => Array.from(text, (letter, at) => (upper[at] ? letter.toUpperCase() : letter)).join(''))

const sentences = operations.flatMap(operation => operation.sentences.map(begin => ({ begin, operation })))

const operationOf = (sentence: string) => {
  const reading = read(sentence, operations)
  return reading.kind === 'operation' ? reading.operation.id : reading.kind
}

describe('a sentence', () => {
  it.each(operations.map(operation => [operation.id, operation] as const))(
    'that says %s with whatever words reads back as they were',
    (_, operation) => {
      fc.assert(
        fc.property(
          rawFor(openInputs(operation), () => 80),
          raw => {
            expect(read(say(operation, raw), operations)).toEqual({
              kind: 'operation',
              operation,
              raw: filled(raw),
              rest: '',
            })
          },
        ),
      )
    },
  )

  it.each(sentences.map(({ begin, operation }) => [begin, operation] as const))(
    'that begins with "%s" is known in any case, with any space between its words',
    (begin, operation) => {
      const written = fc
        .tuple(anyCase(begin), space, space, space)
        .map(([text, before, between, after]) => before + text.replaceAll(' ', between) + after)
      fc.assert(
        fc.property(written, fc.constantFrom('', 'web-prod', 'a  b', '“x”'), (typed, rest) => {
          expect(read(typed + rest, operations)).toEqual({
            kind: 'operation',
            operation,
            raw: operation.says?.[begin] ?? {},
            rest: rest.replaceAll(/[“”]/g, '"'),
          })
        }),
      )
    },
  )

  it('is the same with graces before it, whatever it says', () => {
    const graces = fc.constantFrom(
      'please ',
      'Pls, ',
      'hey ',
      'Hello! ',
      '/',
      '/dayshift ',
      'could you ',
      'can u ',
      '\u200b',
      ' , ',
    )
    const begun = fc.constantFrom(...sentences.map(({ begin }) => begin))
    const behind = fc.oneof(
      { weight: 5, arbitrary: words() },
      fc.constantFrom('?', '??', 'web-prod?', 'help'),
    )
    fc.assert(
      fc.property(fc.array(graces, { maxLength: 3 }), begun, behind, (before, begin, rest) => {
        const sentence = `${begin} ${rest}`
        fc.pre(before.every((grace, at) => !grace.startsWith('/') || at === before.length - 1))
        // The mark of a question that is asked politely does not ask for help.
        const isPolite = before.some(grace => ['could you ', 'can u '].includes(grace))
        const meant = isPolite ? sentence.trim().replace(/\?+$/, '') : sentence
        expect(read(before.join('') + sentence, operations)).toEqual(read(meant, operations))
      }),
    )
  })

  it('is read whatever it says', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('', ...sentences.map(({ begin }) => `${begin} `), 'help '),
        words(),
        (begin, rest) => {
          expect(['operation', 'help', 'unknown']).toContain(read(begin + rest, operations).kind)
        },
      ),
    )
  })

  it.each([
    ['pause list', 'pause.list'],
    ['pause extend web-prod until friday', 'pause.change'],
    ['pause listing tomorrow', 'pause.add'],
    ['pause-list', 'unknown'],
    ['plan show', 'plan.show'],
    ['plan showroom', 'plan.list'],
    ['paused', 'unknown'],
    ['who am i', 'account.whoami'],
  ])('"%s" is %s: the longest beginning counts, in whole words', (sentence, id) => {
    expect(operationOf(sentence)).toBe(id)
  })

  it.each([
    ['', ''],
    ['  help ', ''],
    ['HELP pause', 'pause'],
    ['pause help', 'pause'],
    ['plan show help', 'plan show'],
    ['help\n who am i', 'who am i'],
    ['Help pause?', 'pause'],
    ['please help', ''],
    ['help me', ''],
    ['help me with pause', 'pause'],
    ['help members', 'members'],
    ['hey', ''],
    ['Hello!', ''],
    ['hello there', ''],
    ['Hi there, help me with pause', 'pause'],
    ['?', ''],
    ['--help', ''],
    ['—help', ''],
    ['pause -h', 'pause'],
    ['pause --help', 'pause'],
    ['pause —help', 'pause'],
    ['pause ?', 'pause'],
    ['pause list?', 'pause list'],
    ['unlink?', 'unlink'],
    ['plan show ??', 'plan show'],
  ])('"%s" asks for help on "%s"', (sentence, topic) => {
    expect(read(sentence, operations)).toEqual({ kind: 'help', topic })
  })

  it.each([
    ['please pause web-prod', 'pause web-prod'],
    ['“pause web-prod”', 'pause web-prod'],
    ["'pause web-prod'", 'pause web-prod'],
    ['Pls, PAUSE web-prod', 'pause web-prod'],
    ['Hey Dayshift, can you pause web-prod', 'pause web-prod'],
    [', pause web-prod', 'pause web-prod'],
    ['pause please web-prod', 'pause web-prod'],
    ['/pause web-prod', 'pause web-prod'],
    ['/dayshift pause web-prod', 'pause web-prod'],
    ['pause: web-prod', 'pause web-prod'],
    ['pause\r\nweb-prod\ttomorrow', 'pause web-prod tomorrow'],
    ['pause\u00a0web-prod\u2009tomorrow\u3000\u200b', 'pause web-prod tomorrow'],
    ['\ufeffpa\u00aduse web\u200b-prod\u200d tomorrow\u2060', 'pause web-prod tomorrow'],
    ['\u2068pause\u2069 web-prod', 'pause web-prod'],
    ['pause “web prod” – Bo’s', 'pause "web prod" – Bo\'s'],
    ['pause plan:“web prod” tomorrow', 'pause plan:"web prod" tomorrow'],
    ['pause Plan:"web prod" tomorrow', 'pause plan:"web prod" tomorrow'],
    ['whoami.', 'whoami'],
    ['Plans!', 'plans'],
  ])('%j is the same as "%s"', (typed, meant) => {
    expect(read(typed, operations)).toEqual(read(meant, operations))
    expect(read(meant, operations).kind).toBe('operation')
  })

  it.each([
    'plan show 👩\u200d💻',
    'plan show می\u200cخواهم',
    'plan show hey',
    'plan show a – b',
    'plan show please',
  ])('%j keeps what belongs to its words', typed => {
    expect(read(typed, operations)).toMatchObject({ rest: typed.slice('plan show '.length) })
  })

  it('keeps what looks like a label and is none of the operation', () => {
    expect(read('pause web-prod colour:"red" from:unquoted', operations)).toMatchObject({
      raw: {},
      rest: 'web-prod colour:"red" from:unquoted',
    })
    expect(read('pause plan:"web prod" tomorrow', operations)).toMatchObject({
      raw: { plan: 'web prod' },
      rest: 'tomorrow',
    })
  })

  it('never takes a secret from the words of a sentence', () => {
    expect(read('link token:"abc-123"', operations)).toMatchObject({ raw: {}, rest: 'token:"abc-123"' })
  })
})

describe('a sentence that begins like none', () => {
  it.each([
    ['puase web-prod tomorrow', ['pause web-prod tomorrow']],
    ['plan shwo web-prod', ['plan show web-prod']],
    ['Resme web-prod', ['resume web-prod']],
    ['unlnk', ['unlink']],
    ['plan sohw web-prod', ['plan show web-prod']],
    ['credental add', ['credential add']],
    ['credential ad', ['credential add']],
    ['biling histroy', ['billing history']],
    ['membr ad <@U1> viewer', ['member add <@U1> viewer']],
    ['resource ordr web-prod', ['resource order web-prod']],
    ['paln shwo web-prod', ['plan show web-prod']],
    ['please puase lsit', ['pause list']],
    ['Plna  shwo “web prod”', ['plan show "web prod"']],
    ['resource modify web-prod', ['resource edit web-prod']],
    ['pause update web-prod', ['pause change web-prod']],
    ['pause delete web-prod', ['pause remove web-prod']],
    ['plan delete web-prod', []],
    ['unlnk me', []],
    ['make coffee', []],
    ['kill web-prod', ['pause web-prod']],
    ['shut down web-prod', ['pause web-prod']],
    ['stop pausing web-prod', ['resume web-prod']],
    ['/pause stop web-prod', ['resume web-prod']],
    ['restart web-prod', ['resume web-prod']],
    ['continue all', ['resume all']],
    ['lengthen web-prod by a day', ['pause extend web-prod by a day']],
    ['prolong the pause of web-prod over the weekend', ['pause extend web-prod over the weekend']],
    ['move web-prod by 2 days', ['pause change web-prod 2 days later']],
    [
      'postpone the pause of web-prod by a week because of rain',
      ['pause change web-prod a week later because of rain'],
    ],
    ['shorten web-prod by a day', ['pause change web-prod a day shorter']],
    ['push the pause of web-prod to friday', ['pause change web-prod to friday']],
    ['delete all users', []],
    ['web-prod off', ['plan off web-prod']],
    ['/plan web-prod off', ['plan off web-prod']],
    ['web-prod status', ['status web-prod']],
    ['edit web-prod', ['plan edit web-prod']],
    ['change the hours of web-prod to 9-5', ['plan edit web-prod to 9-5']],
    ['can we pause web-prod tomorrow?', ['pause web-prod tomorrow']],
    ['hey can we pause web-prod tomorrow? thx', ['pause web-prod tomorrow']],
    ['please do the needful and pause web-prod tomorrow', ['pause web-prod tomorrow']],
    ['tomorrow pause web-prod', ['pause web-prod tomorrow']],
    ['next week, pause web-prod', ['pause web-prod next week']],
    ['until friday do not pause web-prod', []],
    ['do not pause web-prod tomorrow', []],
    ['do not stop and pause web-prod', []],
    ['remove <@U1>', ['member remove <@U1>']],
    ['make user <@U1> admin', ['member edit <@U1> admin']],
    ['who turned web-prod off?', ['history']],
    ['how much do we pay?', ['billing']],
    ['don’t pause web-prod', []],
    ['never resume', []],
    ['good morning', []],
    ['', []],
  ])('"%s" comes near %j', (sentence, near) => {
    expect(nearest(sentence, operations).slice(0, 1)).toEqual(near)
  })

  it.each([
    ['plna', ['plan']],
    ['membr', ['member']],
    ['stop web-prod', ['pause web-prod', 'plan off web-prod']],
    ['plan start web-prod', ['resume web-prod', 'plan on web-prod']],
    ['undo', ['history', 'resume', 'pause list']],
    ['please undo my last change!', ['history', 'resume', 'pause list']],
    ['take that back', ['history', 'resume', 'pause list']],
    ['cancel that', ['history', 'resume', 'pause list']],
    ['undo web-prod', []],
    ['cancel', []],
  ])('"%s" comes near each thing once: %j', (sentence, near) => {
    expect(nearest(sentence, operations)).toEqual(near)
  })

  it.each([
    ['plan delete web-prod', 'plan delete', 'plan.off'],
    ['please delete plan web-prod', 'delete plan', 'plan.off'],
    ['Org order', 'org order', 'organization.create'],
  ])('"%s" wants what the noun does not have, %s, where there is %s', (sentence, words, id) => {
    const lacking = lackingIn(sentence, operations)
    expect(lacking?.words).toBe(words)
    expect(lacking?.there.map(each => each.id)).toContain(id)
  })

  it.each(['plan web-prod', 'pause list web-prod', 'make coffee', 'delete', 'plan'])(
    '"%s" wants nothing of the kind',
    sentence => {
      expect(lackingIn(sentence, operations)).toBeUndefined()
    },
  )

  it('is never offered as it was typed, and what is offered can be said', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          words(),
          fc.constantFrom('paus', 'plans', 'planz', 'pause lsit x', 'pln show x', '"plan: help'),
        ),
        sentence => {
          const near = nearest(sentence, operations)
          expect(near.length).toBeLessThanOrEqual(3)
          expect(near).not.toContain(sentence)
          expect(new Set(near).size).toBe(near.length)
          for (const offered of near) expect(['operation', 'help']).toContain(read(offered, operations).kind)
        },
      ),
    )
  })

  it('is never offered behind the words of what takes none, but for a page', () => {
    const begin = fc.constantFrom(...operations.flatMap(each => each.sentences))
    const rest = fc.constantFrom(
      'next week web-prod',
      'week next week web-prod',
      'pause x',
      'lsit x',
      'x',
      '2',
    )
    fc.assert(
      fc.property(begin, rest, (begin, rest) => {
        const sentence = `${begin} ${rest}`
        const reading = read(sentence, operations)
        const others = reading.kind === 'operation' ? kindred(reading, operations) : []
        for (const offered of [...nearest(sentence, operations), ...others]) {
          const { operation, rest } = { operation: undefined, rest: '', ...read(offered, operations) }
          if (operation?.usage === undefined) expect(rest).toMatch(/^\d*$/)
        }
      }),
    )
  })

  it('that asks is never offered as one that changes anything, unless its verb has a slip or its noun another behind it', () => {
    const asking = operations.filter(({ effect }) => effect === 'read')
    const begin = fc.constantFrom(...asking.flatMap(each => each.sentences))
    const vocabulary = fc.constantFrom(
      'pause',
      'resume',
      'list',
      'shwo',
      'lsit',
      'change',
      'remove',
      'use',
      'x',
    )
    const rest = fc.oneof(
      words(),
      fc.array(vocabulary, { maxLength: 4 }).map(all => all.join(' ')),
    )
    fc.assert(
      fc.property(begin, rest, (begin, rest) => {
        const sentence = `${begin} ${rest}`
        const reading = read(sentence, operations)
        if (reading.kind !== 'operation' || reading.operation.effect !== 'read') return
        const verbs = nearestVerbs(sentence, operations)
        for (const offered of [...nearest(sentence, operations), ...kindred(reading, operations)]) {
          const said = read(offered, operations)
          if (said.kind === 'operation' && !verbs.includes(offered))
            expect([offered, said.operation.effect]).toEqual([offered, 'read'])
        }
      }),
    )
  })

  it.each([
    ['pause lsit', ['pause list']],
    ['pause chnge web-prod friday', ['pause change web-prod friday']],
    ['plan sohw web-prod', ['plan show web-prod']],
    ['plan pause web-prod friday', ['pause web-prod friday']],
    ['plan list pause web-prod', []],
    ['plan list', []],
    ['plan week web-prod next week web-prod', []],
    ['pause', []],
    ['pause web-prod tomorrow', []],
  ])(
    'with a slip in its verb, or behind a noun, "%s" says more than what is known of it: %j',
    (sentence, fuller) => {
      expect(nearestVerbs(sentence, operations).slice(0, 2)).toEqual(fuller)
    },
  )

  it('brings sentences of the same noun that can hold its words', () => {
    const [operation] = operations
    if (!operation) throw new Error('There are no operations')
    expect(kindred({ operation, rest: 'web-prod' }, operations)).toEqual([
      'plan show web-prod',
      'plan week web-prod',
    ])
  })
})

describe('however many operations there are', () => {
  it('a sentence is compared with those alone that begin as it does', () => {
    const tenfold = operations.flatMap(operation => [
      operation,
      ...Array.from({ length: 9 }, (_, copy): Operation => {
        const [first, ...others] = operation.sentences
        const alike = (words: string) => `more${copy} ${words}`
        return { ...operation, sentences: [alike(first), ...others.map(alike)] }
      }),
    ])
    let looked = 0
    const counted = new Proxy(tenfold, {
      get(all, key) {
        if (/^\d+$/.test(String(key))) looked++
        return Reflect.get(all, key)
      },
    })
    for (const { begin } of sentences) withoutSecretWords(begin, counted)
    expect(looked).toBeGreaterThan(tenfold.length - 1)

    looked = 0
    for (const { begin } of sentences) {
      withoutSecretWords(`${begin} web-prod`, counted)
      expect(read(`${begin} web-prod`, counted).kind).toBe(read(`${begin} web-prod`, operations).kind)
    }
    expect(looked).toBe(0)
  })
})
