/** The state of a page after it has come to rest. */
import { expect, type Page } from '@playwright/test'

/**
 * Number of frames within which a page finishes its layout after a change of size, text or panel, even on a busy
 * machine.
 */
const FRAMES = 300

/** Waits until `read` returns no faults, and reads again in each frame. */
export async function settled(page: Page, read: () => Promise<string[]>): Promise<string[]> {
  let faults = await read()
  for (let frame = 0; faults.length > 0 && frame < FRAMES; frame++) {
    await page.evaluate(() => new Promise(requestAnimationFrame))
    faults = await read()
  }
  return faults
}

/** Returns the result of `read` once ten idle periods of the page don't change it. */
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
