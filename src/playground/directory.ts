import { getTimezoneOffset } from 'date-fns-tz/getTimezoneOffset'
import { z } from 'zod'
import { flag, type Method, method } from './method.ts'
import { SlackRefusal } from './refusal.ts'
import { bot, type Channel, type Person, type Team, type Workspace } from './workspace.ts'

const profile = (person: Person) => ({
  real_name: person.name,
  display_name: person.called ?? person.name,
  ...(person.email && { email: person.email }),
})

/** See docs.slack.dev/reference/objects/user-object: whoever is of an enterprise bears it, also where they are a guest. */
const enterpriseUser = (person: Person, team: Team) => {
  const enterprise = person.team ? person.enterprise : team.enterprise
  return enterprise && { enterprise_user: { id: person.id, enterprise_id: enterprise } }
}

const userObject = (person: Person, team: Team, now: Date) => ({
  id: person.id,
  team_id: person.team ?? team.id,
  name: person.name.toLowerCase(),
  deleted: false,
  real_name: person.name,
  tz: person.zone,
  tz_label: person.zone,
  tz_offset: getTimezoneOffset(person.zone, now) / 1000,
  profile: profile(person),
  is_bot: false,
  is_app_user: false,
  ...enterpriseUser(person, team),
})

const channelObject = (channel: Channel) =>
  channel.id.startsWith('D')
    ? { id: channel.id, is_im: true, user: channel.members?.[0] }
    : {
        id: channel.id,
        name: channel.name,
        is_channel: true,
        is_im: false,
        is_private: channel.private === true,
        is_archived: false,
        is_member: channel.bot !== false,
      }

/** auth.*, users.*, conversations.*; errors as in docs.slack.dev/reference/methods. */
export const peopleMethods = (workspace: Workspace): Record<string, Method> => {
  const { team } = workspace
  const byId = (id: string) => workspace.people.find(one => one.id === id)

  return {
    'auth.test': () => ({
      url: `https://${team.domain}.slack.com/`,
      team: team.domain,
      team_id: team.id,
      user: bot.name,
      user_id: bot.user,
      bot_id: bot.id,
      app_id: bot.app,
      ...(team.enterprise && { enterprise_id: team.enterprise }),
      is_enterprise_install: team.wide === true,
    }),
    'users.info': method(z.object({ user: z.string(), include_locale: flag }), ({ user, include_locale }) => {
      const person = byId(user)
      if (!person) throw new SlackRefusal('user_not_found')
      const locale = include_locale ? { locale: person.locale ?? 'en-US' } : {}
      return { user: { ...userObject(person, team, workspace.now()), ...locale } }
    }),
    'users.lookupByEmail': method(z.object({ email: z.string() }), ({ email }) => {
      const person = workspace.people.find(one => one.email === email)
      if (!person) throw new SlackRefusal('users_not_found')
      return { user: userObject(person, team, workspace.now()) }
    }),
    'conversations.open': method(z.object({ users: z.string(), return_im: flag }), ({ users, return_im }) => {
      const person = byId(users)
      if (!person) throw new SlackRefusal('user_not_found')
      const dm = workspace.dm(person)
      return { channel: return_im ? channelObject(dm) : { id: dm.id } }
    }),
    'conversations.info': method(z.object({ channel: z.string() }), ({ channel }) => {
      const place = workspace.channel(channel)
      if (!place || (place.private && place.bot === false)) throw new SlackRefusal('channel_not_found')
      return { channel: channelObject(place) }
    }),
  }
}
