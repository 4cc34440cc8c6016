// Renders the icons of the installed app to client/public/icons: node scripts/icons.mjs
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium as browsers } from 'playwright'
import { chromium } from './setup/browser.mjs'
import { ROOT } from './setup/run.mjs'

const MARK = 'client/public/favicon.svg'
/** The icon has no margin, because devices crop it. Its middle circle, 4/5 of the side wide, is always visible. */
const MASKABLE = 'scripts/icons/maskable.svg'
const ICONS = [
  ['icon-192.png', MARK, 192],
  ['icon-512.png', MARK, 512],
  ['maskable-512.png', MASKABLE, 512],
  ['apple-touch.png', MASKABLE, 180],
]

const out = join(ROOT, 'client/public/icons')
mkdirSync(out, { recursive: true })
const executablePath = await chromium()
const browser = await browsers.launch(executablePath ? { executablePath } : {})
for (const [name, source, side] of ICONS) {
  const page = await browser.newPage({ viewport: { width: side, height: side } })
  const svg = readFileSync(join(ROOT, source), 'utf8')
  await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`)
  await page.screenshot({ path: join(out, name), omitBackground: true })
  await page.close()
}
await browser.close()
