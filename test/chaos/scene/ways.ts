import { setTimeout as after } from 'node:timers/promises'
import { request } from 'undici'
import { z } from 'zod'
import { actions, type Button, section } from '../../../src/message/blocks.ts'
import type { Driver } from '../../../src/playground/driver.ts'
import type { Playground } from '../../../src/playground/local-slack.ts'
import type { Ways } from './deed.ts'
import { isTaken, sayOffer, type Wish } from './wish.ts'

/** So often somebody tries before they give up. */
const TRIES = 12
const MOMENT_MS = 200
const FORM_MS = 2500

const LABEL = 'Do it'
const posted = z.object({ ok: z.literal(true), ts: z.string() })

type Deps = { slack: Playground; api: string; isUp(): boolean; isOver(): boolean }

/** How people ask by every door. Whoever sees that a press or a form failed does it once more, as people do. */
export function createWays({ slack, api, isUp, isOver }: Deps): Ways {
  /** People wait while nobody is there at all. */
  async function up(): Promise<void> {
    while (!isUp() && !isOver()) await after(MOMENT_MS)
  }

  /** Whether nobody can have any of what was asked last. */
  const isLost = ({ asks }: Wish) => asks.at(-1)?.deliveries.every(({ refused }) => refused) !== false

  /** Says it until somebody may have it: what Slack says has failed, people ask for by another wish. */
  async function saying(wish: Wish, say: () => Promise<unknown>): Promise<void> {
    wish.asking = true
    for (let tries = 0; tries < TRIES; tries++) {
      await up()
      await say()
      if (!isLost(wish)) return
    }
  }

  /** A message of the bot's with a button, as it stands after another change. */
  async function post({ channel, plan }: Wish, button: Button): Promise<void> {
    const text = { mrkdwn: sayOffer(plan) }
    const answer = await request(`${api}chat.postMessage`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${slack.botToken}` },
      body: JSON.stringify({ channel, text: text.mrkdwn, blocks: [section(text), ...actions(button)] }),
    })
    posted.parse(await answer.body.json())
  }

  /** The message with the button, as this person sees it; nothing where it has given way to what came of it. */
  const offered = (driver: Driver, { channel }: Wish) =>
    driver.messages(channel).find(message => JSON.stringify(message.blocks).includes(`"${LABEL}"`))

  async function pressing(wish: Wish, button: Button, fingers: readonly string[]): Promise<void> {
    await post(wish, button)
    wish.asking = true
    const drivers = fingers.map(id => slack.person(id))
    for (let tries = 0; tries < TRIES; tries++) {
      await up()
      const presses = drivers.flatMap(driver => {
        const message = offered(driver, wish)
        return message ? [driver.press(message, LABEL)] : []
      })
      if (presses.length === 0) return
      await Promise.all(presses)
      if (wish.asks.some(isTaken)) return
      await after(MOMENT_MS)
    }
  }

  /** Waits until the form that somebody has before them has the words; tells whether it does. */
  const shows = (driver: Driver, words: string): Promise<boolean> =>
    slack
      .until(() => JSON.stringify(driver.view?.blocks ?? []).includes(words), FORM_MS)
      .then(
        () => true,
        () => false,
      )

  async function opened(wish: Wish, words: string, press: string | undefined): Promise<boolean> {
    const driver = slack.person(wish.person.id)
    const message = offered(driver, wish)
    if (!message) return false
    if (driver.view) slack.modals.close(driver.view)
    await driver.press(message, LABEL)
    if (!(await shows(driver, press === undefined ? words : `"${press}"`))) return false
    const { view } = driver
    if (press === undefined || !view) return view !== undefined
    await driver.press(view, press)
    return shows(driver, words)
  }

  return {
    types: (wish, line) =>
      saying(wish, () => slack.person(wish.person.id).command(line, { channel: wish.channel })),
    mentions: (wish, words) =>
      saying(wish, () => slack.person(wish.person.id).mention(words, { channel: wish.channel })),
    presses: (wish, button) => pressing(wish, button, [wish.person.id]),
    bothPress: (wish, button) => pressing(wish, button, [wish.person.id, wish.other.id]),

    async submits(wish, button, words, press) {
      const driver = slack.person(wish.person.id)
      await post(wish, { ...button, how: 'form' })
      for (let tries = 0; tries < TRIES; tries++) {
        await up()
        if (await opened(wish, words, press)) break
      }
      if (!JSON.stringify(driver.view?.blocks ?? []).includes(words)) return
      wish.asking = true
      for (let tries = 0; tries < TRIES; tries++) {
        await up()
        const { view } = driver
        if (view?.type !== 'modal' || !view.submit) return
        const { sent, errors } = await driver.submit(view)
        if (!sent) throw new Error(`${wish.deed.name}: ${JSON.stringify(errors)}`)
        if (wish.asks.some(isTaken)) return
        await after(MOMENT_MS)
      }
    },
  }
}
