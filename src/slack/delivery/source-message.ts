import type { webApi } from '@slack/bolt'
import type { Logger } from 'pino'
import type { Mrkdwn } from '../../message/mrkdwn.ts'
import type { Reply } from '../../message/reply.ts'
import type { Place } from '../place.ts'
import { withoutAddresses } from '../without-addresses.ts'
import type { Deliver, Shown } from './deliver.ts'
import { asItWas, withoutPressed } from './settled-message.ts'

type Deps = { deliver: Deliver; log: Logger; changes: (operation: string) => boolean }

/** What stands in a message whose button was pressed: who is at it, then what came of it, or the buttons as they were. */
export function createStanding({ deliver, log, changes }: Deps) {
  async function put(client: webApi.WebClient, place: Place, shown: Shown | undefined): Promise<boolean> {
    if (!shown) return false
    try {
      await deliver.replace(client, place, shown)
      return true
    } catch (error) {
      log.warn({ reason: withoutAddresses(error) }, 'a message could not be changed')
      return false
    }
  }

  return {
    put,

    /** In the place of the buttons: what is being done, and by whom it was asked. */
    waits: (client: webApi.WebClient, place: Place, text: Mrkdwn): Promise<boolean> =>
      put(
        client,
        place,
        place.about && withoutPressed(place.about.message, place.about.pressed, text, changes),
      ),

    /** What came of it, where everybody is told, or that it is over; else it stands as it was, and may be pressed again. */
    ends(client: webApi.WebClient, place: Place, reply: Reply | undefined): Promise<boolean> {
      const text = reply?.to === 'channel' ? reply.text : reply?.over
      const { about } = place
      return put(
        client,
        place,
        about &&
          (text ? withoutPressed(about.message, about.pressed, text, changes) : asItWas(about.message)),
      )
    },
  }
}
