import { html } from 'hono/html'
import type { Installation } from '../../storage/installations.ts'
import type { Html } from '../../web/mrkdwn-html.ts'
import { layout } from '../../web/page-layout.ts'

/** How long the link to Slack is valid. */
export const STATE_MINUTES = 10

export const beginPage = (url: string): Html =>
  layout(
    'Install Dayshift',
    html`<p>Dayshift runs a team’s cloud schedules from Slack: who paused which plan, from which day to which, and a button that takes it back.</p>
<p>Slack asks which workspace is meant, and shows what Dayshift may do there.</p>
<p><a class="go" href="${url}">Add to Slack</a></p>
<p class="hint">The button works for ${STATE_MINUTES} minutes, in this browser. Load the page again for another.</p>`,
  )

export function installedPage(installation: Installation): Html {
  const { enterprise, isEnterpriseInstall } = installation
  const where = isEnterpriseInstall ? enterprise : installation.team
  // An organization-wide installation starts in no workspace (https://docs.slack.dev/enterprise).
  const next = isEnterpriseInstall
    ? html`It is in none of its workspaces yet: an administrator of the organization can add it to them.`
    : html`<a class="go" href="https://app.slack.com/client/${installation.team.id}">Open Slack</a>`
  return layout(
    `Dayshift is installed in ${where.name ?? where.id}`,
    html`<p>${next}</p>
<ol>
<li>Everybody who wants to use it types <code>/dayshift link</code> in Slack once, and acts with an access token of their own from then on.</li>
<li><code>/plan</code> lists the plans, <code>/pause web-prod tomorrow</code> pauses one, <code>/dayshift help</code> tells all else.</li>
<li>Where Dayshift is to tell a channel something, invite it: <code>/invite @Dayshift</code>.</li>
</ol>
<p>You can close this page.</p>`,
  )
}

export const notInstalledPage = (why: string): Html =>
  layout(
    'Dayshift was not installed',
    html`<p role="alert">${why}</p>
<p><a class="go" href="install">Begin again</a></p>`,
  )
