/** Starts the browser that renders, and the server with its files. */
import { basename } from 'node:path'
import { BRAND_NAME } from '#server/contract/pages/addresses.ts'
import { CATALOGUE_PATH, type Catalogue, type RenderJob } from '#server/contract/render.ts'
import { OperatorError } from '#server/db/failure.ts'
import type { Resources } from '#server/deps/deps.ts'
import { indexFiles, type StaticFiles } from '#server/static/files.ts'
import { type BrowserEnvironment, launchChromium } from './chromium.ts'
import { findChromium } from './findChromium.ts'
import type { InputFile } from './inputFile.ts'
import { type Loopback, serveLoopback } from './loopback.ts'
import { createTab } from './tab.ts'
import type { NamedTemplate } from './templates.ts'

/** The built client and its catalogue of templates and fonts. */
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

/** Starts the browser and its server. @throws {OperatorError} if there is no browser, or it can't be started */
export async function startRenderer({ files }: Client, environment: BrowserEnvironment) {
  const path = findChromium(environment)
  const loopback = await serveLoopback(files)
  try {
    const chromium = await launchChromium(path, new URL(loopback.page).host, environment)
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
