import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/** A change of one file: what is written there before the first place that has these words. */
type Insertion = readonly [before: string, text: string]
type Diff = Readonly<Record<string, readonly Insertion[]>>

/** The endpoint in the contract, and what people do with it. */
export const asked: Diff = {
  'src/service/contract/plans.ts': [
    [
      '} satisfies Record<string, Endpoint>',
      `
  planHistory: {
    title: 'Plan history',
    method: 'GET',
    path: '/v1/organizations/plans/history',
    action: 'plan_history',
    query: z.strictObject({ org_id: named, plan_id: named }),
    body: none,
    answer: listed('history', text).transform(({ read }) => ({ history: read })),
  },
`,
    ],
  ],
  'src/features/plans/plans.ts': [
    [
      'export const plans: readonly Operation[]',
      `const planHistory = operation({
  id: 'plan.history',
  sentences: ['plan history', 'history of plan'],
  usage: '<plan>',
  summary: 'tells what was done to a plan',
  examples: ['plan history web-prod'],
  access: 'actor',
  effect: 'read',
  form: { title: 'History of a plan', submit: 'Show history' },
  fields: { plan },
  async perform({ plan }, me) {
    const { history } = await me.call('planHistory', { org_id: me.organization.id, plan_id: plan.id })
    return { plan, history }
  },
  reply: ({ plan, history }) => ({
    text: lines(mrkdwn\`*\${plan.name}*\`, ...history.map(line => mrkdwn\`• \${line}\`)),
    to: 'me',
  }),
})

`,
    ],
    ['planShow]', 'planHistory, '],
  ],
}

/** What the embedded service does, and the row of the tests. */
export const answered: Diff = {
  'src/service/local/plans.ts': [
    [
      '    listPlans: viewer(',
      `    planHistory: viewer(request => {
      const plan = planOf(store, request)
      return { history: [\`\${plan.name} was created.\`] }
    }),

`,
    ],
  ],
  'test/features/every-endpoint.ts': [
    [
      '  createPlan: {',
      `  planHistory: {
    sentence: [{ types: '/plan history web-prod' }],
    form: [{ types: '/plan history' }, { fills: { Plan: 'web-prod' } }, SUBMITS],
    query: webProd,
  },
`,
    ],
  ],
}

/** What the service's own document says of it. */
export const documented: Diff = {
  'test/service/service-interface.txt': [
    [
      '| Update plan |',
      '| Plan history | GET | /v1/organizations/plans/history | plan_history | org_id string, plan_id string | - | history list |\n',
    ],
  ],
}

const COPIED = [
  'src',
  'test',
  'package.json',
  'tsconfig.json',
  'manifest.yml',
  'README.md',
  'CONTRIBUTING.md',
]

/** Copies the house into a folder, beside the same packages. */
export async function copyHouse(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await Promise.all(COPIED.map(name => cp(name, join(folder, name), { recursive: true })))
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
}

/** Writes a diff into a copy. Throws where a place for it is not found. */
export async function write(folder: string, diff: Diff): Promise<void> {
  for (const [name, insertions] of Object.entries(diff)) {
    const file = join(folder, name)
    let text = await readFile(file, 'utf8')
    for (const [before, inserted] of insertions) {
      const at = text.indexOf(before)
      if (at < 0) throw new Error(`${name} has no ${before}`)
      text = text.slice(0, at) + inserted + text.slice(at)
    }
    await writeFile(file, text)
  }
}
