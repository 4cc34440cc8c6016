/** Records the time line of a photo in the editor, from the drop to "All set!". All times count from the drop, ms. */
import type { Page, Request, Worker } from 'playwright'

export interface Moment {
  name: string
  ms: number
}

declare global {
  interface Window {
    /** Filled by the page. `droppedAt`: Unix time, ms. `texts`: the first appearance of each status text. */
    matte?: { droppedAt: number; texts: { name: string; at: number }[]; isShown: boolean; longest: number }
  }
}

const SHOWN = 'All set!'
/** Requests whose end is shown in the time line: a name, and a part of the URL. */
const FILES: readonly (readonly [name: string, part: RegExp])[] = [
  ['worker script there', /(?:segmentation\.worker|worker-start).*\.js$/],
  ['manifest there', /manifest\.json$/],
  ['weights there', /u2netp.*\.bin$/],
  ['WebAssembly there', /tfjs-backend-wasm.*\.wasm$/],
  ['plan checked', /\/api\/profile/],
]

/** Starts to record the requests and workers of a page. */
export async function recordVisit(page: Page) {
  const seen: { name: string; at: number }[] = []
  page.on('worker', (worker: Worker) => {
    const name = /\/([\w.]+)-[\w-]+\.js/.exec(worker.url())?.[1] ?? worker.url()
    seen.push({ name: `worker started: ${name}`, at: Date.now() })
  })
  let chunks = 0
  page.on('requestfinished', (request: Request) => {
    const { startTime, responseEnd } = request.timing()
    const file = FILES.find(([, part]) => part.test(request.url()))
    if (file) seen.push({ name: file[0], at: startTime + Math.max(0, responseEnd) })
    else if (/\/assets\/.*\.js$/.test(request.url())) chunks++
  })
  const droppedAt = () => page.evaluate(() => window.matte?.droppedAt ?? 0)

  return {
    /** Drops a photo on the page. */
    async drop(photo: Buffer): Promise<void> {
      seen.length = 0
      chunks = 0
      await page.evaluate(dropFile, photo.toString('base64'))
    },
    /** Returns the time of "All set!" and all earlier moments. */
    async timeLine(): Promise<{ at: number; moments: Moment[] }> {
      const from = await droppedAt()
      const { texts, marks, longest } = await page.evaluate(() => ({
        texts: window.matte?.texts ?? [],
        longest: window.matte?.longest ?? 0,
        marks: performance
          .getEntriesByType('mark')
          .filter(({ name }) => name.startsWith('subject: '))
          .map(({ name, startTime }) => ({ name, at: performance.timeOrigin + startTime })),
      }))
      const moments = [...texts, ...marks, ...seen]
        .map(({ name, at }) => ({ name, ms: at - from }))
        .filter(({ ms }) => ms >= 0)
        .sort((a, b) => a.ms - b.ms)
      const at = (texts.find(({ name }) => name.startsWith(SHOWN))?.at ?? Number.NaN) - from
      const before = moments.filter(({ ms }) => ms <= at)
      return { at, moments: [...before, { name: `scripts fetched: ${chunks}; longest task: ${longest} ms`, ms: at }] }
    },
    /** Resolves with the time when the last dropped photo has its better matte. */
    async betterMatte(timeout: number): Promise<number> {
      const from = await droppedAt()
      const handle = await page.waitForFunction(
        (from) => {
          const marks = performance.getEntriesByName('subject: better matte')
          const last = marks.find(({ startTime }) => performance.timeOrigin + startTime > from)
          return last ? performance.timeOrigin + last.startTime : null
        },
        from,
        { timeout },
      )
      return Number(await handle.jsonValue()) - from
    },
  }
}

/** Runs in the page. `photo`: a JPEG as base64. */
async function dropFile(photo: string): Promise<void> {
  const bytes = Uint8Array.from(atob(photo), (char) => char.charCodeAt(0))
  const files = new DataTransfer()
  files.items.add(new File([bytes], 'photo.jpg', { type: 'image/jpeg' }))
  const record = { droppedAt: 0, texts: [] as { name: string; at: number }[], isShown: false, longest: 0 }
  window.matte = record
  const status = document.querySelector('main')
  const look = () => {
    for (const element of status?.querySelectorAll('[role=status], output') ?? []) {
      const name = element.textContent?.trim() ?? ''
      if (!name || record.texts.some((text) => text.name === name)) continue
      record.texts.push({ name, at: performance.timeOrigin + performance.now() })
      if (name.startsWith('All set!')) record.isShown = true
    }
  }
  const observer = new MutationObserver(look)
  if (status) observer.observe(status, { subtree: true, childList: true, characterData: true })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries())
      if (!record.isShown) record.longest = Math.max(record.longest, duration)
  }).observe({ type: 'longtask' })
  await new Promise((resolve) => setTimeout(resolve, 0))
  record.droppedAt = performance.timeOrigin + performance.now()
  document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: files }))
}
