/** The contact sheets: one page with all screenshots, and one large image per size and theme. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from '@playwright/test'

/** A screenshot on the contact sheets. */
export interface Picture {
  file: string
  title: string
  /** Position of the story in the table. */
  order: number
  size: string
  theme: string
}

/** Width of a screenshot on a sheet, CSS px. */
const SHEET_WIDTHS: Record<string, number> = { wide: 480, middle: 400, phone: 200 }

/** Writes the contact sheets: one HTML page with all screenshots, and one large image per size and theme. */
export async function writeSheets(browser: Browser, folder: string, pictures: readonly Picture[]): Promise<void> {
  const groups = new Map<string, Picture[]>()
  for (const picture of pictures.toSorted((a, b) => a.order - b.order)) {
    const name = `${picture.size}-${picture.theme}`
    groups.set(name, [...(groups.get(name) ?? []), picture])
  }
  const page = await browser.newPage({ viewport: { width: 1600, height: 900 } })
  for (const [name, group] of groups) {
    const path = join(folder, `contact-${name}.html`)
    writeFileSync(path, html(section(name, group)))
    await page.goto(pathToFileURL(path).href)
    await page.screenshot({ path: join(folder, `contact-${name}.png`), fullPage: true })
  }
  await page.close()
  writeFileSync(join(folder, 'index.html'), html([...groups].map(([name, group]) => section(name, group)).join('')))
}

const section = (name: string, pictures: readonly Picture[]) => `
<h2>${name}</h2><div class="all">${pictures.map(figure).join('')}</div>`

const figure = ({ file, title, size }: Picture) => `
<figure><a href="${file}"><img src="${file}" width="${SHEET_WIDTHS[size]}" alt=""></a>
<figcaption>${title}</figcaption></figure>`

const html = (body: string) => `<!doctype html><meta charset="utf-8"><title>Contact sheet</title><style>
body { margin: 16px; background: #777; color: #fff; font: 13px/1.4 sans-serif }
.all { display: flex; flex-wrap: wrap; gap: 16px }
figure { margin: 0 }
img { display: block; height: auto; box-shadow: 0 2px 10px #0006 }
</style>${body}`
