// Makes the pages of a built client that have an address of their own out of its bare one.
// node scripts/pages/build.ts <folder of the client>
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { EDITOR_PATH } from '../../server/contract/guard.ts'
import { BARE_PAGE, PAGES } from '../../server/contract/pages.ts'
import { links, type Manifest, needs } from './needs.ts'

const ROOT = join(import.meta.dirname, '../..')
const MANIFEST = '.vite/manifest.json'

/** What each page loads after the script that every page begins with. */
const MODULES: Readonly<Record<string, string>> = {
  '/pricing': 'client/pricing/Pricing.tsx',
  [EDITOR_PATH]: 'client/app/EditorPage.tsx',
}

export function makePages(folder: string): void {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8'))
  const bare = readFileSync(join(folder, BARE_PAGE), 'utf8')
  for (const [address, file] of Object.entries(PAGES)) {
    const module = MODULES[address]
    const ahead = module ? links(needs(manifest, module, bare)) : ''
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(
      join(folder, file),
      bare.replace('</head>', () => `  ${ahead}\n  </head>`),
    )
  }
  rmSync(dirname(join(folder, MANIFEST)), { recursive: true })
}

const [, script, folder] = process.argv
if (script === import.meta.filename && folder) makePages(join(ROOT, folder))
