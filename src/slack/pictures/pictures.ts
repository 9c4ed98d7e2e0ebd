import { fileURLToPath } from 'node:url'
import type { webApi } from '@slack/bolt'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { z } from 'zod'
import { type Args, argsSchema } from '../../core/args.ts'
import type { Operation } from '../../core/operation.ts'
import { type Block, limits } from '../../message/blocks.ts'
import { cut } from '../../message/mrkdwn.ts'
import type { Picture, Reply } from '../../message/reply.ts'
import type { Sealer } from '../../storage/encryption.ts'
import { type Route, respond } from '../../web/web-server.ts'
import type { Post } from '../delivery/deliver.ts'
import { isDirect, type Origin, originSchema } from '../origin.ts'

/** Where Slack fetches pictures. What is drawn, for whom and until when is in the query, sealed. */
export const PICTURE_PATH = '/picture'

const HOUR_MS = 60 * 60 * 1000
const MAX_DRAWN = 20
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
export type PictureRequest = Omit<z.output<typeof requestSchema>, 'expiresAt'>

export type Pictures = ReturnType<typeof createPictures>

/**
 * Shows pictures in replies. Slack fetches each from an address of the bot that ends after an hour: it is
 * drawn then, anew, with the token of the person who asked, so that no picture is stored and any replica can
 * draw it. A bot without an address uploads it as a file, to conversations that the bot can post to.
 */
export function createPictures(deps: {
  /** The address at which Slack reaches the bot, if any. */
  address(): string | undefined
  sealer: Sealer
  post: Post
  clock: () => Date
  draw(request: PictureRequest): Promise<Picture | undefined>
  log: Pick<Logger, 'warn' | 'error'>
}) {
  const { address, sealer, post, clock, draw, log } = deps
  /** The latest pictures by their addresses: Slack and its clients fetch each more than once. */
  const drawings = new LRUCache<string, Promise<Uint8Array | undefined>>({ max: MAX_DRAWN })

  /** An image block with a sealed address; undefined where there is none, or it would be too long. */
  function imageOf({ alt }: Picture, { operation, args, origin }: PictureRequest): Block | undefined {
    const baseUrl = address()
    const { source: _, progress: __, responseUrl: ___, ...pictureOrigin } = origin
    const expiresAt = clock().getTime() + HOUR_MS
    const sealed = sealer.seal({ operation, args, origin: pictureOrigin, expiresAt }, OWNER)
    const url = `${baseUrl}${PICTURE_PATH}?of=${encodeURIComponent(sealed)}`
    if (baseUrl === undefined || url.length > limits.url) return undefined
    return { type: 'image', image_url: url, alt_text: cut(alt, limits.altText) }
  }

  /** Posts a picture as a file of its own; resolves to whether it is there. Needs the scope `files:write`. */
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
    /** The reply of an outcome, with its picture in the place of what is drawn in text, where it can be shown. */
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

    /** Answers Slack with a PNG; 404 for what is not sealed here, is over, or cannot be drawn any more. */
    route: (async (request, response) => {
      const sealed = new URLSearchParams(request.url?.split('?', 2)[1]).get('of') ?? ''
      const { data: pictureRequest } = requestSchema.safeParse(sealer.open(sealed, OWNER))
      if (!pictureRequest || pictureRequest.expiresAt <= clock().getTime()) return respond(response, 404)
      const drawing =
        drawings.get(sealed) ?? draw(pictureRequest).then(picture => picture && toPng(picture.draw()))
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

/** An SVG as PNG, drawn outside of the event loop; with half as many pixels again, for fine screens. */
async function toPng(svg: string): Promise<Uint8Array> {
  const { renderAsync } = await import('@resvg/resvg-js')
  const image = await renderAsync(svg, {
    fitTo: { mode: 'zoom', value: 1.5 },
    font: { fontFiles: FONTS, loadSystemFonts: false },
  })
  return image.asPng()
}
