import { bot, type Workspace } from '../workspace.ts'
import type { Manifest } from './manifest.ts'

const NAMED = /(?<![\w@<])@([\p{L}\w]+)/gu
const PLACED = /(?<![\w#<&])#([\w-]+)/g

/** What somebody typed into a message, as Slack hands it to apps; docs.slack.dev/messaging/formatting-message-text. */
export const messageText = (workspace: Workspace, text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(NAMED, (said, name: string) => {
      const id = idOf(workspace, name)
      return id ? `<@${id}>` : said
    })
    .replace(PLACED, (said, name: string) => {
      const channel = workspace.channels.find(each => each.name === name)
      return channel ? `<#${channel.id}|${channel.name}>` : said
    })

/**
 * The same as a slash command, which the manifest may want with names beside the ids;
 * docs.slack.dev/interactivity/implementing-slash-commands.
 */
export const commandText = (workspace: Workspace, { slash_commands }: Manifest, text: string): string => {
  const [command] = text.split(/\s/, 1)
  if (!slash_commands.some(each => each.command === command && each.should_escape)) return text
  return text.replace(NAMED, (said, name: string) => {
    const id = idOf(workspace, name)
    return id ? `<@${id}|${name.toLowerCase()}>` : said
  })
}

const idOf = ({ people }: Workspace, name: string): string | undefined => {
  const same = (other: string) => other.toLowerCase() === name.toLowerCase()
  return same(bot.name) ? bot.user : people.find(each => same(each.name))?.id
}
