import { spawnSync } from 'node:child_process'
import { describe } from 'vitest'

// Mail tests run on real servers. If these are unavailable, the run prints a warning and skips the tests.

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

/** `describe`, skipped without mail servers. */
export const describeWithMail = describe.skipIf(!mailServersAvailable)

function install(packages: string[]): boolean {
  const env = { PATH: path, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, { env, stdio: 'ignore', timeout: 180_000 }).status === 0
  const names = packages.join(' ').split(' ')
  // Without this file, Debian would start the services on the machine's default ports.
  const blockServices = `printf '#!/bin/sh\\nexit 101\\n' > /usr/sbin/policy-rc.d && chmod +x /usr/sbin/policy-rc.d`
  const isBlocked =
    spawnSync('sh', ['-c', `test ! -e /usr/sbin/policy-rc.d && ${blockServices}`]).status === 0
  const installAll = () => apt('install', '-y', '--no-install-recommends', ...names)
  const done = installAll() || (apt('update') && installAll())
  if (isBlocked) spawnSync('rm', ['-f', '/usr/sbin/policy-rc.d'])
  return done
}

/** Runs once before all tests (vitest's globalSetup): installs missing servers if permitted. */
export async function ensureMailServers(): Promise<boolean> {
  const packages = missing()
  if (packages.length === 0) return true
  const canInstall = process.platform === 'linux' && process.getuid?.() === 0 && has('apt-get')
  if (canInstall && install(packages) && missing().length === 0) return true
  console.warn(
    `\nSkipping the tests on real mail servers: ${missing().join(' ')} not found, ` +
      `and ${canInstall ? 'apt-get failed to install it' : 'only root on Debian can install it'}.\n`,
  )
  return false
}
