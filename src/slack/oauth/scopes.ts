/** What the bot may do in a workspace, as manifest.yml has it. */
export const SCOPES = [
  'app_mentions:read',
  'chat:write',
  'commands',
  'im:history',
  'users:read',
  'users:read.email',
]
