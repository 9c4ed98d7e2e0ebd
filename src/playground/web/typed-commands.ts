import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

/** What the app's manifest says of its commands and shortcuts. */
export type Manifest = {
  shortcuts: { name: string; type: 'global' | 'message'; callback_id: string; description: string }[]
  slash_commands: { command: string; description: string; usage_hint: string; should_escape: boolean }[]
}

export const readManifest = (): Manifest => {
  const { features } = parse(readFileSync(join(import.meta.dirname, '../../../manifest.yml'), 'utf8'))
  return features
}
