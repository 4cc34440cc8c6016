// Makes the pages of a built client that have an address of their own out of its bare one.
// node scripts/pages/build.ts <folder of the client>
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { EDITOR_PATH } from '../../server/contract/guard.ts'
import { BARE_PAGE, PAGES } from '../../server/contract/pages.ts'
import { interfaceFont, wordFont } from './fonts.ts'
import { withPicture } from './insertPrerendered.ts'
import { links, type Manifest, needs } from './preloadLinks.ts'
import { prerenderPages } from './prerender.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Vite's own, and ours while the pages are made: nothing in it is served. */
const WORKSHOP = '.vite'

interface Later {
  module: string
  /** In the page's first picture already. */
  isShown: boolean
}

/** What a page loads after the script that every page begins with. */
const LATER: Readonly<Record<string, Later>> = {
  '/pricing': { module: 'client/site/pricing/Pricing.tsx', isShown: true },
  [EDITOR_PATH]: { module: 'client/app/routes/EditorPage.tsx', isShown: false },
}

/** Writes the prerendered pages (PAGES) into the built client and deletes the files that only prerendering needs. */
export async function makePages(folder: string): Promise<void> {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, WORKSHOP, 'manifest.json'), 'utf8'))
  const pictures = await prerenderPages(join(folder, WORKSHOP, 'stills'))
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

const [, script, folder] = process.argv
if (script === import.meta.filename && folder) await makePages(join(ROOT, folder))
