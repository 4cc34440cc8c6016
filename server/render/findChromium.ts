import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { OperatorError } from '#server/db/failure.ts'
import type { BrowserEnvironment } from './chromium.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge', 'chrome']

const PLACES: Readonly<Record<string, readonly string[]>> = {
  linux: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/snap/bin/chromium'],
  darwin: [
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
}

/**
 * Finds Chromium: from CHROMIUM_PATH, in a usual folder, or in PATH. @throws {OperatorError} if no Chromium is found
 */
export function findChromium({ env, platform }: BrowserEnvironment): string {
  const named = env.CHROMIUM_PATH
  if (named) {
    if (isProgram(named)) return named
    throw new OperatorError(`CHROMIUM_PATH names no program: ${named}`)
  }
  const onPath = (env.PATH ?? '').split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)))
  const found = [...(PLACES[platform] ?? []), ...onPath].find(isProgram)
  if (found) return found
  throw new OperatorError('No Chromium was found. Install Chromium or Chrome, or name its program in CHROMIUM_PATH.')
}

function isProgram(path: string): boolean {
  if (!existsSync(path)) return false
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false // the file can't be executed
  }
}
