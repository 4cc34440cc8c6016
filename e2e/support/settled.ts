/** What a page shows, holds and uses once it has come to rest. */
import { expect, type Page } from '@playwright/test'

/** Frames in which a page has laid itself out after a change of its size, its words or its panel, on a busy machine too. */
const FRAMES = 300

/** `read` lists faults. It is asked again, frame by frame, while it finds any. */
export async function settled(page: Page, read: () => Promise<string[]>): Promise<string[]> {
  let faults = await read()
  for (let frame = 0; faults.length > 0 && frame < FRAMES; frame++) {
    await page.evaluate(() => new Promise(requestAnimationFrame))
    faults = await read()
  }
  return faults
}

/** What `read` answers once it is the same before and after ten idle moments of the page: nothing is under way then. */
export async function atRest<T>(page: Page, read: () => Promise<T>): Promise<T> {
  let last = await read()
  await expect(async () => {
    await page.evaluate(async () => {
      for (let moment = 0; moment < 10; moment++) await new Promise((next) => requestIdleCallback(next))
    })
    const before = last
    last = await read()
    expect<unknown>(last).toEqual(before)
  }).toPass()
  return last
}
