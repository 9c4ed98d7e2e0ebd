import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'

const manifestSchema = z.object({
  features: z.object({
    shortcuts: z.array(
      z.object({
        name: z.string(),
        type: z.enum(['global', 'message']),
        callback_id: z.string(),
        description: z.string(),
      }),
    ),
    slash_commands: z.array(
      z.object({
        command: z.string(),
        description: z.string(),
        usage_hint: z.string(),
        should_escape: z.boolean(),
      }),
    ),
  }),
})

export type Manifest = z.output<typeof manifestSchema>['features']

/** Reads manifest.yml. Throws where something is missing. */
export const readManifest = (): Manifest => {
  const text = readFileSync(join(import.meta.dirname, '../../../manifest.yml'), 'utf8')
  return manifestSchema.parse(parse(text)).features
}
