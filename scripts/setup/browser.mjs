// A Chromium for the tests: the one named, Playwright's own, the system's, else installed here.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { pinnedEnv } from './prepare.mjs'
import { ROOT, run, SetupError } from './run.mjs'

const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Path of a Chromium that can be started. */
export async function chromium() {
  const found = installed()
  if (found) return found
  console.log('· Installing Chromium …')
  const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx'
  const quiet = { stdio: ['ignore', 'ignore', 'ignore'], env: pinnedEnv(), timeout: 300_000 }
  if ((await run(npx, ['playwright', 'install', '--with-deps', 'chromium-headless-shell'], quiet)) === 0) {
    const downloaded = await playwrights()
    if (downloaded) return downloaded
  }
  await aptGet(['chromium', 'fonts-noto-color-emoji', 'fonts-noto-core', 'fonts-noto-cjk'])
  const path = installed()
  if (!path) throw new SetupError('No Chromium could be installed. Install one and name it in CHROMIUM_PATH.')
  return path
}

function installed() {
  if (process.env.CHROMIUM_PATH) {
    if (existsSync(process.env.CHROMIUM_PATH)) return process.env.CHROMIUM_PATH
    throw new SetupError(`CHROMIUM_PATH names no file: ${process.env.CHROMIUM_PATH}`)
  }
  return SYSTEM.find((path) => existsSync(path))
}

async function playwrights() {
  const { chromium: browser } = await import('playwright')
  const path = browser.executablePath()
  return existsSync(path) ? path : null
}

/** Debian packages, as root only; anyone else is told what to install. */
export async function aptGet(packages) {
  const isRoot = process.getuid?.() === 0
  if (!isRoot || !existsSync('/usr/bin/apt-get'))
    throw new SetupError(`The tests need these programs, please install them: ${packages.join(', ')}.`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = { stdio: ['ignore', 'ignore', 'inherit'], env }
  await run('apt-get', ['update', '-qq'], options)
  const code = await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options)
  if (code !== 0) throw new SetupError(`apt-get could not install ${packages.join(', ')}.`)
}

/** A program on the PATH, installed from its Debian package when it is missing. */
export async function program(name, debianPackage) {
  try {
    execFileSync('/bin/sh', ['-c', `command -v ${name}`], { cwd: ROOT, stdio: 'ignore' })
  } catch {
    await aptGet([debianPackage])
  }
}
