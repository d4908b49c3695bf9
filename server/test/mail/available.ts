import { spawnSync } from 'node:child_process'
import { describe } from 'vitest'

// The tests of mail run on real servers. Where these cannot be had, the run says so and goes on without them.

const programs = {
  dovecot: 'dovecot-imapd dovecot-lmtpd',
  exim4: 'exim4-daemon-light',
  openssl: 'openssl',
  setpriv: 'util-linux',
}
const path = '/usr/local/sbin:/usr/sbin:/sbin:/usr/local/bin:/usr/bin:/bin'
const has = (program: string) =>
  spawnSync('sh', ['-c', `command -v ${program}`], { env: { PATH: path } }).status === 0

const missing = () =>
  Object.entries(programs)
    .filter(([program]) => !has(program))
    .map(([, packages]) => packages)

const mailServersAvailable = process.platform === 'linux' && missing().length === 0

/** `describe`, skipped where there are no mail servers. */
export const describeWithMail = describe.skipIf(!mailServersAvailable)

function install(packages: string[]): boolean {
  const env = { PATH: path, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, { env, stdio: 'ignore', timeout: 180_000 }).status === 0
  const names = packages.join(' ').split(' ')
  // Without this file Debian would start the services, on the ports of the machine.
  const quiet = `printf '#!/bin/sh\\nexit 101\\n' > /usr/sbin/policy-rc.d && chmod +x /usr/sbin/policy-rc.d`
  const own = spawnSync('sh', ['-c', `test ! -e /usr/sbin/policy-rc.d && ${quiet}`]).status === 0
  const get = () => apt('install', '-y', '--no-install-recommends', ...names)
  const done = get() || (apt('update') && get())
  if (own) spawnSync('rm', ['-f', '/usr/sbin/policy-rc.d'])
  return done
}

/** Once, before the run (vitest's globalSetup): installs what is missing where it may. */
export async function ensureMailServers(): Promise<boolean> {
  const wanted = missing()
  if (wanted.length === 0) return true
  const may = process.platform === 'linux' && process.getuid?.() === 0 && has('apt-get')
  if (may && install(wanted) && missing().length === 0) return true
  console.warn(
    `\nThe tests on real mail servers are skipped: ${missing().join(' ')} not found, ` +
      `and ${may ? 'apt-get could not install it' : 'only root on Debian may install it'}.\n`,
  )
  return false
}
