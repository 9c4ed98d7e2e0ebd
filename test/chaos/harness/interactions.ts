import { setTimeout as after } from 'node:timers/promises'
import { request } from 'undici'
import { z } from 'zod'
import { actions, type Button, section } from '../../../src/message/blocks.ts'
import { renderBlocks } from '../../../src/message/fit.ts'
import type { Driver } from '../../../src/playground/driver.ts'
import type { Playground } from '../../../src/playground/local-slack.ts'
import { byLabel } from '../../by-label.ts'
import { type Actor, type Intent, isAcknowledged, offerText } from './intent.ts'

/** The number of attempts before a person gives up. */
const TRIES = 12
const PAUSE_MS = 200
const FORM_MS = 2500

const LABEL = 'Do it'
const posted = z.object({ ok: z.literal(true), ts: z.string() })

export type Interactions = ReturnType<typeof createInteractions>

type Deps = { slack: Playground; api: string; isUp(): boolean; isOver(): boolean }

/** The ways in which people request changes. Like people, they retry a failed press or form. */
export function createInteractions({ slack, api, isUp, isOver }: Deps) {
  /** Whether no replica has received the last request. */
  const isLost = ({ attempts }: Intent) =>
    attempts.at(-1)?.deliveries.every(({ refused }) => refused) !== false

  /** Retries until an attempt succeeds or the person gives up. */
  async function retry(attempt: () => Promise<boolean>): Promise<void> {
    for (let tries = 0; tries < TRIES; tries++) {
      while (!isUp() && !isOver()) await after(PAUSE_MS)
      if (await attempt()) return
      await after(PAUSE_MS)
    }
  }

  /** Sends a sentence until a replica may have received it. */
  function say(intent: Intent, send: () => Promise<unknown>): Promise<void> {
    intent.asking = true
    return retry(async () => {
      await send()
      return !isLost(intent)
    })
  }

  /** Posts a message of the bot with a button. */
  async function post({ channel, plan }: Intent, button: Button): Promise<void> {
    const text = { mrkdwn: offerText(plan) }
    const answer = await request(`${api}chat.postMessage`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${slack.botToken}` },
      body: JSON.stringify({
        channel,
        text: text.mrkdwn,
        blocks: renderBlocks([section(text), ...actions(button)]),
      }),
    })
    posted.parse(await answer.body.json())
  }

  /** Finds the message with the button; undefined once it shows the outcome. */
  const findOffer = (driver: Driver, { channel }: Intent) =>
    driver.messages(channel).find(message => JSON.stringify(message.blocks).includes(`"${LABEL}"`))

  /** Waits for these words in the open form; resolves to false if they do not appear. */
  const formShows = (driver: Driver, words: string): Promise<boolean> =>
    slack
      .until(() => JSON.stringify(driver.view?.blocks ?? []).includes(words), FORM_MS)
      .then(
        () => true,
        () => false,
      )

  async function openForm(intent: Intent, words: string, label: string | undefined): Promise<boolean> {
    const driver = slack.person(intent.person.id)
    const message = findOffer(driver, intent)
    if (!message) return false
    if (driver.view) slack.modals.close(driver.view)
    await byLabel(slack, driver).press(message, LABEL)
    if (!(await formShows(driver, label === undefined ? words : `"${label}"`))) return false
    const { view } = driver
    if (label === undefined || !view) return view !== undefined
    await byLabel(slack, driver).press(view, label)
    return formShows(driver, words)
  }

  return {
    types: (intent: Intent, line: string): Promise<void> =>
      say(intent, () => slack.person(intent.person.id).command(line, { channel: intent.channel })),
    mentions: (intent: Intent, words: string): Promise<void> =>
      say(intent, () => slack.person(intent.person.id).mention(words, { channel: intent.channel })),

    /** Lets people press the same button at the same time. */
    async press(intent: Intent, button: Button, ...people: Actor[]): Promise<void> {
      await post(intent, button)
      intent.asking = true
      const drivers = people.map(({ id }) => slack.person(id))
      await retry(async () => {
        const presses = drivers.flatMap(driver => {
          const message = findOffer(driver, intent)
          return message ? [byLabel(slack, driver).press(message, LABEL)] : []
        })
        await Promise.all(presses)
        return presses.length === 0 || intent.attempts.some(isAcknowledged)
      })
    },

    /** Opens the form of a button, presses `label` in it if given, and submits it once it has these words. */
    async submits(intent: Intent, button: Button, words: string, label?: string): Promise<void> {
      const driver = slack.person(intent.person.id)
      await post(intent, { ...button, how: 'form' })
      await retry(() => openForm(intent, words, label))
      if (!JSON.stringify(driver.view?.blocks ?? []).includes(words)) return
      intent.asking = true
      await retry(async () => {
        const { view } = driver
        if (view?.type !== 'modal' || !view.submit) return true
        const { sent, errors } = await driver.submit(view)
        if (!sent) throw new Error(`${intent.scenario.name}: ${JSON.stringify(errors)}`)
        return intent.attempts.some(isAcknowledged)
      })
    },
  }
}
