import { fileURLToPath } from 'node:url'
import type { webApi } from '@slack/bolt'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { z } from 'zod'
import { type Args, argsSchema } from '../../core/args.ts'
import type { Operation } from '../../core/operation.ts'
import type { Pipeline } from '../../core/pipeline.ts'
import { type Block, limits } from '../../message/blocks.ts'
import { cut } from '../../message/mrkdwn.ts'
import type { Picture, Reply } from '../../message/reply.ts'
import type { Sealer } from '../../storage/encryption.ts'
import { type Route, respond } from '../../web/web-server.ts'
import type { Post } from '../delivery/deliver.ts'
import type { ClientFor } from '../delivery/slack-http.ts'
import { callerOf, type People } from '../handlers/people.ts'
import { isDirect, type Origin, originSchema } from '../origin.ts'

/** The path where Slack fetches pictures. The query holds the sealed request. */
export const PICTURE_PATH = '/picture'

const HOUR_MS = 60 * 60 * 1000
const MAX_DRAWN = 20
/** Binds a sealed text to this use. */
const OWNER = 'picture'

const requestSchema = z.object({
  operation: z.string(),
  args: argsSchema,
  origin: originSchema,
  /** In Unix milliseconds. */
  expiresAt: z.number(),
})

/** The request whose reply contains the picture. */
type PictureRequest = Omit<z.output<typeof requestSchema>, 'expiresAt'>

/**
 * Adds pictures to replies. Slack fetches a picture from a URL of the bot that expires after an hour; it is
 * drawn on request with the person's token, so that nothing is stored and any replica can draw it. A bot
 * without a public address uploads the picture as a file, to conversations where it can post.
 */
export function createPictures(deps: {
  /** The URL at which Slack reaches the bot, if any. */
  address(): string | undefined
  sealer: Sealer
  post: Post
  clock: () => Date
  operations: ReadonlyMap<string, Operation>
  pipeline: Pick<Pipeline, 'handle'>
  people: People
  clientFor: ClientFor
  log: Pick<Logger, 'warn' | 'error'>
}) {
  const { address, sealer, post, clock, operations, pipeline, people, clientFor, log } = deps
  /** The latest pictures by sealed request: Slack and its clients fetch each more than once. */
  const drawings = new LRUCache<string, Promise<Uint8Array | undefined>>({ max: MAX_DRAWN })

  /** An image block with a sealed URL; undefined if the bot has no address or the URL is too long. */
  function imageOf({ alt }: Picture, { operation, args, origin }: PictureRequest): Block | undefined {
    const baseUrl = address()
    const { source: _, progress: __, responseUrl: ___, ...pictureOrigin } = origin
    const expiresAt = clock().getTime() + HOUR_MS
    const sealed = sealer.seal({ operation, args, origin: pictureOrigin, expiresAt }, OWNER)
    const url = `${baseUrl}${PICTURE_PATH}?of=${encodeURIComponent(sealed)}`
    if (baseUrl === undefined || url.length > limits.url) return undefined
    return { type: 'image', image_url: url, alt_text: cut(alt, limits.altText) }
  }

  /** Runs the request again, and draws its picture; undefined if there is none any more. */
  async function draw({ operation: id, args, origin }: PictureRequest): Promise<Uint8Array | undefined> {
    const [operation, client] = [operations.get(id), await clientFor(origin)]
    if (operation?.effect !== 'read' || !client) return undefined
    const outcome = await pipeline.handle({ operation, args }, callerOf(people, { client, origin }))
    const picture = outcome.kind === 'done' ? outcome.reply.picture : undefined
    return picture && toPng(picture.draw())
  }

  /** Uploads a picture as a file; resolves to whether that worked. Needs the scope `files:write`. */
  async function upload(client: webApi.WebClient, picture: Picture, origin: Origin): Promise<boolean> {
    const { title, alt } = picture
    const { direct = '', channel = direct, thread } = origin
    try {
      const png = await toPng(picture.draw())
      const file = { filename: `${title}.png`, length: png.length, alt_txt: cut(alt, limits.altText) }
      const { upload_url = '', file_id = '' } = await client.files.getUploadURLExternal(file)
      const { ok, status } = await post(upload_url, png)
      if (!ok) throw new Error(`The upload_url answered ${status}`)
      const destination = { channel_id: channel, ...(thread && { thread_ts: thread }) }
      await client.files.completeUploadExternal({ files: [{ id: file_id, title }], ...destination })
      return true
    } catch (error) {
      log.warn({ reason: error }, 'a picture is not uploaded')
      return false
    }
  }

  return {
    /** The reply of an outcome, with its picture instead of the drawing in text, if it can be shown. */
    async addPicture(
      { client, origin }: { client: webApi.WebClient; origin: Origin },
      { operation, args, reply }: { operation: Pick<Operation, 'id'>; args: Args; reply: Reply },
    ): Promise<Reply> {
      const { picture, to } = reply
      if (!picture) return reply
      const { above, below } = picture
      const image = imageOf(picture, { operation: operation.id, args, origin })
      if (image) return { ...reply, blocks: [...above, image, ...below] }
      const isPostable = to === 'channel' || isDirect(origin)
      if (!isPostable || !(await upload(client, picture, origin))) return reply
      return { ...reply, blocks: [...above, ...below] }
    },

    /** Serves a PNG; 404 if the query is not sealed by this bot, has expired, or cannot be drawn any more. */
    route: (async (request, response) => {
      const sealed = new URLSearchParams(request.url?.split('?', 2)[1]).get('of') ?? ''
      const { data: pictureRequest } = requestSchema.safeParse(sealer.open(sealed, OWNER))
      if (!pictureRequest || pictureRequest.expiresAt <= clock().getTime()) return respond(response, 404)
      const drawing = drawings.get(sealed) ?? draw(pictureRequest)
      drawings.set(sealed, drawing)
      const png = await drawing.catch((error: unknown) => {
        log.error({ err: error }, 'a picture cannot be drawn')
        return undefined
      })
      if (!png) {
        drawings.delete(sealed)
        return respond(response, 404)
      }
      response.writeHead(200, { 'content-type': 'image/png', 'cache-control': 'private, max-age=3600' })
      response.end(png)
    }) satisfies Route,
  }
}

const FONTS = [
  import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
].map(url => fileURLToPath(url))

/** Converts an SVG to PNG outside of the event loop, at 1.5 times its size for high-resolution screens. */
async function toPng(svg: string): Promise<Uint8Array> {
  const { renderAsync } = await import('@resvg/resvg-js')
  const image = await renderAsync(svg, {
    fitTo: { mode: 'zoom', value: 1.5 },
    font: { fontFiles: FONTS, loadSystemFonts: false },
  })
  return image.asPng()
}
