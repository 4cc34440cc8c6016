/** Starts the browser that renders, and the server with its files. */

import { accessSync, constants, existsSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'
import { BRAND_NAME } from '#server/contract/pages/addresses.ts'
import { CATALOGUE_PATH, type Catalogue, type RenderJob } from '#server/contract/render.ts'
import { OperatorError } from '#server/db/failure.ts'
import type { Resources } from '#server/deps/deps.ts'
import { indexFiles, type StaticFiles } from '#server/static/files.ts'
import { type BrowserEnvironment, keepLaunched, launchChromium } from './chromium.ts'
import type { InputFile } from './inputFile.ts'
import { type Loopback, serveLoopback } from './loopback.ts'
import { createTab } from './tab.ts'
import type { NamedTemplate } from './templates.ts'

/** The built client and its catalog of templates and fonts. */
export interface Client {
  files: StaticFiles
  catalogue: Catalogue
}

/** Reads the built client. @throws {OperatorError} if the client isn't built */
export function openCatalogue(resources: Pick<Resources, 'files'>, env: BrowserEnvironment['env']): Client {
  const files = indexFiles(resources.files(env.CLIENT_DIR ?? null), BRAND_NAME)
  const content = files.get(CATALOGUE_PATH)?.content
  if (!(content instanceof Uint8Array)) throw new OperatorError(`The client is not built: it has no ${CATALOGUE_PATH}.`)
  return { files, catalogue: JSON.parse(Buffer.from(content).toString('utf8')) as Catalogue }
}

export type Renderer = Awaited<ReturnType<typeof startRenderer>>

/**
 * Starts the browser and its server. A job after a crash of the browser starts it again. @throws {OperatorError} if
 * there is no browser, or it can't be started
 */
export async function startRenderer({ files }: Client, environment: BrowserEnvironment) {
  const path = findChromium(environment)
  const loopback = await serveLoopback(files)
  try {
    const chromium = await keepLaunched(() => launchChromium(path, new URL(loopback.page).host, environment))
    return {
      loopback,
      openTab: () => createTab(chromium, loopback),
      close: () => chromium.close().finally(loopback.close),
    }
  } catch (error) {
    loopback.close()
    throw error
  }
}

/** An image to render. */
export type Order = Omit<RenderJob, 'task' | 'template' | 'photo' | 'name' | 'result' | 'progress'> & {
  photo: InputFile
  template: NamedTemplate
}

/** Returns the job for an image. `loopback` serves the photo and passes the finished file to `write`. */
export const renderJob = (
  loopback: Loopback,
  { photo, template, ...order }: Order,
  write: Parameters<Loopback['take']>[0],
): Omit<RenderJob, 'progress'> => ({
  task: 'render',
  ...order,
  template: template.source(loopback),
  photo: loopback.offer(photo),
  name: basename(photo.path),
  result: loopback.take(write),
})

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
 * Finds Chromium: from CHROMIUM_PATH, in a usual folder, or in PATH. @throws {OperatorError} if CHROMIUM_PATH isn't a
 * program, or if no Chromium is found
 */
function findChromium({ env, platform }: BrowserEnvironment): string {
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
