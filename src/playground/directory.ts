import { getTimezoneOffset } from 'date-fns-tz/getTimezoneOffset'
import { z } from 'zod'
import { flag, type Method, method } from './method.ts'
import { SlackRefusal } from './refusal.ts'
import { bot, type Person, type Team, type Workspace } from './workspace.ts'

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
  deleted: person.gone === 'deactivated',
  real_name: person.name,
  tz: person.zone,
  tz_label: person.zone,
  tz_offset: getTimezoneOffset(person.zone, now) / 1000,
  profile: profile(person),
  is_bot: person.gone === 'app',
  is_app_user: false,
  ...enterpriseUser(person, team),
})

/** auth.test and users.info; errors as in docs.slack.dev/reference/methods. */
export const peopleMethods = (workspace: Workspace): Record<string, Method> => {
  const { team } = workspace

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
    'users.info': method(
      z.strictObject({ user: z.string(), include_locale: flag }),
      ({ user, include_locale }) => {
        const person = workspace.people.find(one => one.id === user)
        if (!person) throw new SlackRefusal('user_not_found')
        const locale = include_locale ? { locale: person.locale ?? 'en-US' } : {}
        return { user: { ...userObject(person, team, workspace.now()), ...locale } }
      },
    ),
  }
}
