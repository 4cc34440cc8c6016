/** Waits until a page has stopped changing. */
import { expect, type Page } from '@playwright/test'

/** Maximum number of frames that a page needs to finish its layout, even on a busy machine. */
const FRAMES = 300

/** Calls `read` in each frame until it doesn't return any layout faults. After `FRAMES` frames, returns the faults. */
export async function settled(page: Page, read: () => Promise<string[]>): Promise<string[]> {
  let faults = await read()
  for (let frame = 0; faults.length > 0 && frame < FRAMES; frame++) {
    await page.evaluate(() => new Promise(requestAnimationFrame))
    faults = await read()
  }
  return faults
}

/** Calls `read` until two results, ten idle periods apart, are equal. Returns the result. */
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
