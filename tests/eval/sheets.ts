/** Writes contact sheets: tables of images, as HTML and as PNG. */
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright'

const ROWS_PER_SHEET = 10
const STYLE = 'img{width:240px;display:block}td,th{font:12px sans-serif;padding:2px;text-align:left}'

/** A row for one photo: a line of text, and the addresses of its images. */
export interface Row {
  about: string
  pictures: readonly string[]
}

/** A column: its title, and the CSS color behind transparent images. */
export type Column = readonly [title: string, background?: string]

/** Writes `<name>-1.html`, `<name>-1.png` and so on to `folder`. Image addresses are relative to `folder`. */
export async function writeSheets(
  browser: Browser,
  folder: string,
  name: string,
  columns: readonly Column[],
  rows: readonly Row[],
): Promise<void> {
  const page = await browser.newPage()
  const head = `<tr>${columns.map(([title]) => `<th>${title}</th>`).join('')}</tr>`
  for (let at = 0; at < rows.length; at += ROWS_PER_SHEET) {
    const body = rows.slice(at, at + ROWS_PER_SHEET).map(({ about, pictures }) => {
      const cells = pictures.map(
        (src, i) => `<td><img src="${src}" style="background:${columns[i]?.[1] ?? 'none'}"></td>`,
      )
      return `<tr><td colspan="${columns.length}">${about}</td></tr><tr>${cells.join('')}</tr>`
    })
    const path = resolve(join(folder, `${name}-${at / ROWS_PER_SHEET + 1}`))
    const table = `<table>${head}${body.join('')}</table>`
    writeFileSync(`${path}.html`, `<!doctype html><meta charset="utf-8"><style>${STYLE}</style>${table}`)
    await page.goto(pathToFileURL(`${path}.html`).href)
    await page.locator('table').screenshot({ path: `${path}.png` })
  }
  await page.close()
}
