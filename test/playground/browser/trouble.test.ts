import { expect, it, onTestFinished } from 'vitest'
import { createSlackHttp } from '../../../src/slack/delivery/slack-http.ts'
import { createReceiver } from '../../../src/slack/transport/http-receiver.ts'
import { linesOf } from '../../app/log-lines.ts'
import { ADMIT_ALL } from '../../bot-parts.ts'
import { startProgram } from '../../started-program.ts'
import { temporaryFolder } from '../../temporary-folder.ts'
import { gone, inBrowser, message, type Playing, patient, says } from './visits.ts'

/** Connects a bot that posts invalid blocks. */
async function connectBrokenBot({ playground, inspector, slack }: Playing) {
  const { log } = linesOf()
  const http = createSlackHttp({ interceptor: inspector.interceptors.Slack })
  const clock = playground.workspace.now
  const receiver = createReceiver({
    ...ADMIT_ALL,
    signingSecret: slack.signingSecret,
    clock,
    log,
  })
  const headers = { authorization: `Bearer ${slack.botToken}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ channel: 'COPS', text: 'x', blocks: [{ type: 'section' }] })
  receiver.init(
    inspector.attributeApp({
      processEvent: async ({ ack }: { body: Record<string, unknown>; ack: () => Promise<void> }) => {
        const answer = await http.fetch(`${slack.apiUrl}chat.postMessage`, { method: 'POST', headers, body })
        await answer.text()
        await ack()
      },
    }),
  )
  const { port } = await receiver.start(0, '127.0.0.1')
  onTestFinished(async () => {
    await receiver.stop()
    await http.close()
  })
  playground.connect(`http://127.0.0.1:${port}/slack/events`)
}

inBrowser('a problem', (play, visiting) => {
  it('is shown above the messages if Slack refuses a call of the bot, and in the inspector', async () => {
    const playing = await play()
    const page = await playing.visits('/ana/ops')
    await connectBrokenBot(playing)
    await says(page, '/plan')
    const notice = page.locator('#refusal')
    await notice.getByText('invalid_blocks').waitFor()
    expect(await notice.innerText()).toContain(
      '[ERROR] Invalid input: expected object, received undefined [json-pointer:/blocks/0/text]',
    )
    await page.getByRole('button', { name: 'Inspector', exact: true }).click()
    await page.locator('#inspector').getByText('Slack refused it: invalid_blocks').waitFor()
    playing.playground.connect(`${playing.address}/slack/events`)
    await says(page, '/plan')
    await gone(notice.getByText('invalid_blocks'))
  })

  it('is shown while Dayshift does not run, and everything works once it runs again', async () => {
    const folder = await temporaryFolder()
    const first = startProgram(folder, {})
    const address = await first.address()
    await first.invitation()
    const { visits, expects } = await visiting(address)
    expects(/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET/)
    const page = await visits('/ana/ops')
    await says(page, '/pause web-prod tomorrow load test')
    await message(page, '@Ana paused web-prod').waitFor()
    expect(await first.end('SIGTERM')).toEqual([0, null])
    await page.getByText('Dayshift does not answer.').waitFor()
    await says(page, 'is anybody there?')
    await expect.poll(() => page.locator('#say').inputValue(), patient).toBe('is anybody there?')

    const second = startProgram(folder, { PORT: new URL(address).port })
    await second.invitation()
    await gone(page.getByText('Dayshift does not answer.'))
    await message(page, '@Ana paused web-prod').getByRole('button', { name: 'Resume now' }).click()
    await message(page, '@Ana cancelled the upcoming pause of web-prod').waitFor()
    expect(await second.end('SIGTERM')).toEqual([0, null])
  })
})

inBrowser('starting over', play => {
  it('asks for confirmation, and clears all pages', async () => {
    const { visits, plans } = await play()
    const before = await plans()
    const [ana, bo] = [await visits('/ana/ops'), await visits('/bo/ops')]
    await says(ana, '/pause web-prod tomorrow')
    await message(bo, '@Ana paused web-prod').waitFor()
    const paused = ana.locator('#guide .paused')
    await paused.waitFor()
    await ana.getByRole('button', { name: 'Start over …' }).click()
    const requests = ana.getByRole('dialog', { name: 'Start over?' })
    await requests.getByRole('button', { name: 'Cancel' }).click()
    await gone(requests)
    expect(await message(bo, '@Ana paused web-prod').isVisible()).toBe(true)
    await ana.getByRole('button', { name: 'Start over …' }).click()
    await Promise.all([
      ana.waitForEvent('load'),
      requests.getByRole('button', { name: 'Start over' }).click(),
    ])
    await ana.getByText('Nothing has been said in #ops yet.').waitFor()
    await gone(paused)
    await bo.getByText('Nothing has been said in #ops yet.').waitFor()
    expect(await plans()).toEqual(before)
  })
})

inBrowser('the inspector', play => {
  it('shows HTTP exchanges, also on the next page, until it is closed', async () => {
    const { visits } = await play()
    const page = await visits('/ana/ops')
    await page.getByRole('button', { name: 'Inspector', exact: true }).click()
    await page.getByText('Nothing has been sent to the bot yet.').waitFor()
    await says(page, '/pause web-prod tomorrow load test')
    const inspector = page.getByRole('complementary', { name: 'Inspector' })
    const action = inspector.locator('.action').filter({ hasText: '/pause web-prod tomorrow load test' })
    await action.click()
    await action.getByText('pause_plan', { exact: true }).click()
    await action.locator('pre[id$="asked"]', { hasText: '"pause_start": "19/11/2026"' }).waitFor()
    await Promise.all([page.waitForEvent('load'), page.getByRole('link', { name: '# dev' }).click()])
    await action.waitFor()
    await says(page, '/plan')
    await inspector.locator('.action', { hasText: '/plan' }).first().waitFor()
    await inspector.getByRole('button', { name: 'Close the inspector' }).click()
    await gone(inspector)
    await page.reload()
    await gone(inspector)
  })
})
