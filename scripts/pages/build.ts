// Completes a built client: writes the third-party notices, the service worker and the prerendered pages. node
// scripts/pages/build.ts <folder of the client> [--compress] --compress also writes precompressed copies of all files,
// so the server needn't compress them at run time.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { NOTICES_PATH } from '../../server/contract/pages/addresses.ts'
import { BARE_PAGE, EDITOR_PATH, PAGES } from '../../server/contract/pages/guard.ts'
import { CATALOGUE_PATH } from '../../server/contract/render.ts'
import { precompress } from '../../server/static/precompress.ts'
import { noticesText } from '../licences/notices.ts'
import { recordedPackages } from '../licences/recordPackages.ts'
import { makeOffline } from '../offline/build.ts'
import { interfaceFont, links, type Manifest, needs, withPicture, wordFont } from './pageHead.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Folder of Vite's manifest and the prerendering code. Deleted at the end, because the server must not serve it. */
const WORKSHOP = '.vite'

interface Later {
  module: string
  /** true if the prerendered page shows the content of this module */
  isShown: boolean
}

/** The module that each page loads after the first script. */
const LATER: Readonly<Record<string, Later>> = {
  '/pricing': { module: 'client/site/pricing/Pricing.tsx', isShown: true },
  [EDITOR_PATH]: { module: 'client/app/routes/EditorPage.tsx', isShown: false },
}

/** Writes the prerendered pages and the catalog into the built client. Deletes files that only prerendering needs. */
async function makePages(folder: string): Promise<void> {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, WORKSHOP, 'manifest.json'), 'utf8'))
  const { prerenderPages, catalogue } = await prerenderer(join(folder, WORKSHOP, 'stills'))
  const pictures = prerenderPages()
  writeFileSync(join(folder, CATALOGUE_PATH), JSON.stringify(catalogue()))
  const bare = readFileSync(join(folder, BARE_PAGE), 'utf8')
  for (const [address, file] of Object.entries(PAGES)) {
    const picture = pictures[address]
    if (!picture) throw new Error(`there is no first picture of ${address}`)
    const later = LATER[address]
    const ahead = [
      interfaceFont(readdirSync(join(folder, 'assets'))),
      ...(address === '/' ? wordFont() : []),
      ...(later ? links(needs(manifest, later.module, bare), later.isShown) : []),
    ]
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), withPicture(bare, picture, ahead))
  }
  rmSync(join(folder, WORKSHOP), { recursive: true })
}

/** Builds the prerendering code into `folder` and imports it. */
async function prerenderer(folder: string): Promise<typeof import('../../client/app/prerender/prerender.tsx')> {
  await build({
    root: ROOT,
    logLevel: 'warn',
    define: { BroadcastChannel: 'undefined' }, // this process couldn't exit with an open channel
    build: { ssr: 'client/app/prerender/prerender.tsx', outDir: folder, copyPublicDir: false, manifest: false },
  })
  return import(pathToFileURL(join(folder, 'prerender.js')).href)
}

if (import.meta.main) {
  const [, , path = '', mode] = process.argv
  const folder = join(ROOT, path)
  const packages = [...recordedPackages(basename(folder)), ...recordedPackages('server')]
  writeFileSync(join(folder, NOTICES_PATH), noticesText(packages))
  const { release, bytes } = await makeOffline(folder)
  console.log(`Precached for offline use: ${release.files.length} files, ${(bytes / 1e6).toFixed(1)} MB`)
  await makePages(folder)
  // Test builds use a lower level, because tests request each file only a few times.
  if (mode === '--compress') await precompress(folder, process.env.TEST_HOOKS ? 4 : undefined)
}
