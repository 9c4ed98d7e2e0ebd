import { spawnSync } from 'node:child_process'

/** Installs the peers, where they are not there yet. */
export function installPeers(): void {
  const options = [
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    '--prefix',
    import.meta.dirname,
  ]
  spawnSync('npm', ['install', ...options], { stdio: ['ignore', 2, 2] })
}
