// Finds a Chromium for tests, benchmarks and screenshots: from CHROMIUM_PATH, from the system, or Playwright's.
// Installs Chromium if no Chromium is found.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { pinnedEnv } from './prepare.mjs'
import { bin, ROOT, run, SetupError } from './run.mjs'

const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * Returns the value for CHROMIUM_PATH: the path of a Chromium, or '' for Playwright's own. Installs Chromium if no
 * Chromium is found. @throws SetupError if the installation fails
 */
export async function chromium() {
  const found = findInstalled()
  if (found) return found
  if (await playwrightHasOne()) return ''
  console.error('· Installing Chromium …')
  const quiet = { stdio: ['ignore', 'ignore', 'ignore'], env: pinnedEnv(), timeout: 300_000 }
  const code = await run(bin('playwright'), ['install', '--with-deps', 'chromium-headless-shell'], quiet)
  if (code === 0 && (await playwrightHasOne())) return ''
  await aptGet(['chromium', 'fonts-noto-color-emoji', 'fonts-noto-core', 'fonts-noto-cjk'])
  const path = findInstalled()
  if (!path) throw new SetupError('No Chromium could be installed. Install one and name it in CHROMIUM_PATH.')
  return path
}

function findInstalled() {
  if (process.env.CHROMIUM_PATH) {
    if (existsSync(process.env.CHROMIUM_PATH)) return process.env.CHROMIUM_PATH
    throw new SetupError(`CHROMIUM_PATH names no file: ${process.env.CHROMIUM_PATH}`)
  }
  return SYSTEM.find((path) => existsSync(path))
}

/** Returns true if Playwright's own Chromium starts. It doesn't start if system libraries are missing. */
async function playwrightHasOne() {
  const { chromium: own } = await import('playwright')
  try {
    await (await own.launch()).close()
    return true
  } catch {
    return false // the caller then installs Chromium
  }
}

/** Installs Debian packages. Without root, @throws SetupError whose message lists the packages */
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

/** Installs a Debian package unless its program is on the PATH. */
export async function program(name, debianPackage) {
  try {
    execFileSync('/bin/sh', ['-c', `command -v ${name}`], { cwd: ROOT, stdio: 'ignore' })
  } catch {
    await aptGet([debianPackage])
  }
}
