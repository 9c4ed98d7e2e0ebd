import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { type Args, argsSchema } from '../../core/args.ts'
import type { Block } from '../../message/blocks.ts'
import { parseJson } from '../../message/json.ts'
import { limits } from '../../message/limits.ts'
import { cut } from '../../message/mrkdwn.ts'
import type { Picture, Reply } from '../../message/reply.ts'
import type { Sealer } from '../../storage/encryption.ts'
import { type Route, respond } from '../../web/web-server.ts'
import { type Origin, originSchema } from '../origin.ts'
import { toPng } from './png.ts'

/** Where Slack fetches pictures. What is drawn, for whom and until when is in the query, sealed. */
export const PICTURE_PATH = '/picture'

const HOUR_MS = 60 * 60 * 1000
const MOST_KEPT = 20
/** Binds a sealed text to its use here. */
const OWNER = 'picture'

const requestSchema = z.object({
  operation: z.string(),
  args: argsSchema,
  origin: originSchema,
  /** In milliseconds since 1970. */
  expiresAt: z.number(),
})

/** Whose answer has the picture. */
export type PictureRequest = { operation: string; args: Args; origin: Origin }

export type Pictures = ReturnType<typeof createPictures>

/**
 * Shows pictures in replies. Slack fetches each from an address of the bot that ends after an hour: it is drawn then, anew,
 * with the token of the person who asked, so that no picture is stored and any replica can draw it.
 */
export function createPictures(deps: {
  /** The address at which Slack reaches the bot; without it replies stay as they are. */
  address(): string | undefined
  sealer: Sealer
  clock: () => Date
  draw(request: PictureRequest): Promise<Picture | undefined>
  log: { error(fields: object, message: string): void }
}) {
  const { address, sealer, clock, draw, log } = deps
  /** One fetch after another draws a picture once. */
  const drawn = new LRUCache<string, Promise<Uint8Array | undefined>>({ max: MOST_KEPT, ttl: HOUR_MS })

  function requestOf(sealed: string): PictureRequest | undefined {
    const { data } = requestSchema.safeParse(parseJson(sealer.openIfCan(sealed, OWNER) ?? ''))
    return data && data.expiresAt > clock().getTime() ? data : undefined
  }

  async function pngOf(request: PictureRequest): Promise<Uint8Array | undefined> {
    const picture = await draw(request)
    return picture && toPng(picture.svg)
  }

  return {
    /** The reply with its picture, where it has one that Slack can fetch. */
    place(reply: Reply, { operation, args, origin }: PictureRequest): Reply {
      const at = address()
      if (!reply.picture || at === undefined) return reply
      const { source: _, progress: __, responseUrl: ___, ...place } = origin
      const expiresAt = clock().getTime() + HOUR_MS
      const sealed = sealer.seal(JSON.stringify({ operation, args, origin: place, expiresAt }), OWNER)
      const url = `${at}${PICTURE_PATH}?of=${encodeURIComponent(sealed)}`
      if (url.length > limits.url) return reply
      const { alt, above, below } = reply.picture
      const image: Block = { type: 'image', image_url: url, alt_text: cut(alt, limits.altText) }
      return { ...reply, blocks: [...above, image, ...below] }
    },

    /** Answers Slack with a PNG; 404 for what is not sealed here, is over, or cannot be drawn any more. */
    route: (async (request, response) => {
      const sealed = new URLSearchParams(request.url?.split('?', 2)[1]).get('of') ?? ''
      const asked = requestOf(sealed)
      if (!asked) return respond(response, 404)
      const png = drawn.get(sealed) ?? pngOf(asked)
      drawn.set(sealed, png)
      try {
        const bytes = await png
        if (!bytes) return respond(response, 404)
        response.writeHead(200, { 'content-type': 'image/png', 'cache-control': 'private, max-age=3600' })
        response.end(bytes)
      } catch (error) {
        drawn.delete(sealed)
        log.error({ err: error }, 'a picture cannot be drawn')
        respond(response, 502)
      }
    }) satisfies Route,
  }
}
