/** Screenshot stories: their types, the runner, and the contact sheets of their screenshots. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from '@playwright/test'

/** A size of the window, CSS px. */
export interface Size {
  name: 'wide' | 'middle' | 'phone'
  width: number
  height: number
}

/** The sizes at which stories run. */
export const SIZES: readonly Size[] = [
  { name: 'wide', width: 1440, height: 900 },
  { name: 'middle', width: 1024, height: 768 },
  { name: 'phone', width: 390, height: 844 },
]

/** Arguments of a screenshot story. */
export interface StoryContext {
  page: Page
  size: Size
  /** Takes a screenshot in both themes; `whole`: of the full page instead of the viewport. */
  capture(state: string, extent?: 'whole'): Promise<void>
}

/** A walk through the product that takes screenshots on its way. */
export interface Story {
  name: string
  /** Needs billing; all other stories run with everything unlocked. */
  needsBilling?: boolean
  /** Absent = all sizes. */
  sizes?: readonly Size['name'][]
  /** Path in the repository where the dark screenshot is saved. */
  savedAt?: string
  run(stage: StoryContext): Promise<void>
}

/** The result of `runStories`. */
export interface Outcome {
  /** One line per failed job: its name and the reason. */
  failures: string[]
}

/** Limit for a page that hangs in a step without a timeout. */
const TIMEOUT_MS = 900_000

/**
 * Runs at most `concurrency` jobs at a time, and logs each when it ends. Never rejects: it resolves with the failures.
 * A job that is not finished within `timeoutMs` counts as failed, but is not stopped.
 */
export async function runStories<Job>(
  jobs: readonly Job[],
  {
    concurrency,
    nameOf,
    timeoutMs = TIMEOUT_MS,
  }: { concurrency: number; nameOf(job: Job): string; timeoutMs?: number },
  run: (job: Job) => Promise<void>,
): Promise<Outcome> {
  const waiting = [...jobs]
  const failures: string[] = []
  const work = async () => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift())
      try {
        await withTimeout(timeoutMs, run(job))
        console.log(`· ${nameOf(job)}`)
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        console.log(`✗ ${nameOf(job)}`)
        failures.push(`${nameOf(job)}: ${reason}`)
      }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return { failures }
}

async function withTimeout(ms: number, work: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not finished within ${ms / 1000} s`)), ms)
  })
  try {
    await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}

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
