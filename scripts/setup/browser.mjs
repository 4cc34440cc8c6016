// Finds a Chromium for tests, benchmarks and screenshots: from CHROMIUM_PATH, from the system, or Playwright's.
// Installs Chromium if no Chromium is found.
import { existsSync } from 'node:fs'
import { aptGet } from './apt.mjs'
import { pinnedEnv } from './prepare.mjs'
import { bin, run, SetupError } from './run.mjs'

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
