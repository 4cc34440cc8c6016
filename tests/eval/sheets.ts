/** Contact sheets: one row per photo, worst first. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright'
import type { Measured } from './page.ts'

const ROWS_PER_SHEET = 12

export async function writeSheets(browser: Browser, folder: string, results: readonly Measured[]): Promise<void> {
  const sorted = results.toSorted((a, b) => a.ours.iou - b.ours.iou)
  const page = await browser.newPage({ viewport: { width: 1460, height: 800 } })
  for (let at = 0; at < sorted.length; at += ROWS_PER_SHEET) {
    const rows = sorted.slice(at, at + ROWS_PER_SHEET).map(({ name, ours, peer }) => {
      const compared = peer ? `, peer ${peer.iou.toFixed(3)}` : ''
      return `<p>${name}: IoU ${ours.iou.toFixed(3)}${compared}</p><img src="${name}.jpg">`
    })
    const path = join(folder, `sheet-${at / ROWS_PER_SHEET + 1}.html`)
    const head = '<p>photo · truth · ours · peer · on white · on magenta</p>'
    writeFileSync(
      path,
      `<!doctype html><meta charset="utf-8"><style>p{font:14px sans-serif}</style>${head}${rows.join('')}`,
    )
    await page.goto(pathToFileURL(path).href)
    await page.screenshot({ path: path.replace('.html', '.png'), fullPage: true })
  }
  await page.close()
}
