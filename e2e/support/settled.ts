/** Faults of a layout that are still there once the page has laid itself out. */
import type { Page } from '@playwright/test'

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
