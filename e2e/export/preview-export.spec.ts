/** The export equals the preview; undo and redo; memory stays constant over many uploads. */
import { readFileSync } from 'node:fs'
import { PNG } from 'pngjs'
import { shortOrLong, TEST_TIMEOUT_MS } from '../../tests/helpers/longRun.ts'
import { test } from '../support/editorTest.ts'
import { onScreen, preview } from '../support/gestures.ts'
import { areaScaled, differenceBox, ssim } from '../support/pixels.ts'
import { atRest } from '../support/settled.ts'
import {
  download,
  expect,
  openEditor,
  openSeparated,
  test as ownPage,
  SEPARATING,
  sample,
  separated,
  upload,
} from '../support/test.ts'

test('the export equals the preview with every layer at the same position', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 460 })
  await openSeparated(page)
  // the panel narrows the canvas, and the view is fitted again
  await page.getByRole('tab', { name: 'Text', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Add Text' })).toBeVisible()
  await onScreen(page, { x: 0, y: 0 }, { isStill: true })
  const bare = await preview(page)
  expect(bare.scale, 'the preview is smaller than the photo').toBeLessThan(1)
  await page.getByRole('button', { name: 'Add Text' }).click()
  await page.getByRole('textbox', { name: 'Text content' }).fill('Behind\nthe moon')
  await page.getByRole('button', { name: 'Fit', exact: true }).click()
  await page.keyboard.press('Escape')
  const shown = await preview(page)
  const { png } = await download(page)
  const exported = areaScaled(png, shown.width, shown.height)
  const similarity = ssim(shown, exported)
  console.info(`preview against export: SSIM ${similarity.toFixed(4)}`)
  expect(similarity).toBeGreaterThanOrEqual(0.98)

  expect(shown.scale, 'the view is the same').toBe(bare.scale)
  const original = areaScaled(PNG.sync.read(readFileSync(sample('astronaut.png'))), shown.width, shown.height)
  const before = differenceBox(shown, bare, 48)!
  const after = differenceBox(exported, original, 48)!
  for (const side of ['left', 'top', 'right', 'bottom'] as const)
    expect(Math.abs(before[side] - after[side]), side).toBeLessThanOrEqual(1)
})

/** Even, because two photos alternate. */
const UPLOADS = shortOrLong(6, 20)

ownPage.describe('with the real segmentation', () => {
  ownPage.use({ ...SEPARATING, viewport: { width: 1000, height: 460 } })

  ownPage(`${UPLOADS} uploads in a row leak no textures, tensors, object URLs or workers`, async ({ page }) => {
    ownPage.setTimeout(TEST_TIMEOUT_MS + 30_000 * UPLOADS) // the network runs on a software GPU
    await openEditor(page)
    const memory = () => page.evaluate(() => window.midground!.memory())
    const files = ['chelsea.png', 'rocket.jpg']
    const counts: Awaited<ReturnType<typeof memory>>[] = []
    for (let i = 0; i < UPLOADS; i++) {
      const previous = await page.evaluate(() => window.midground!.document().separation?.matte)
      await upload(page, sample(files[i % 2]!))
      await expect
        .poll(() => page.evaluate(() => window.midground!.document().separation?.matte ?? null))
        .not.toBe(previous ?? null)
      await separated(page)
      if (i % 2 === 1) counts.push(await atRest(page, memory))
    }
    console.info(`memory after 2 and after ${UPLOADS} uploads: ${JSON.stringify([counts[0], counts.at(-1)])}`)
    expect(counts.at(-1)).toEqual(counts[1])
  })
})
