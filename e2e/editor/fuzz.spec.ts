/**
 * Chance works in the editor by pointer and keys: nothing is thrown or complained of, the document stays within its
 * field tables, and everything can be taken back and done again. FUZZ_SEED and FUZZ_STEPS for other and longer walks.
 */
import type { Page } from '@playwright/test'
import { PNG } from 'pngjs'
import type { DocumentSnapshot } from '../../client/model/document/document.ts'
import { illegalDocument } from '../../tests/helpers/legalDocument.ts'
import { complaintsOf } from '../support/complaints.ts'
import { hash, openTab } from '../support/gestures.ts'
import { randomHand } from '../support/randomUser.ts'
import { expect, MOVING, openEditor, sample, test, uploadAndSeparate } from '../support/test.ts'

test.use(MOVING)

const STEPS = Number(process.env.FUZZ_STEPS ?? 200)
const SEED = Number(process.env.FUZZ_SEED ?? 1)

const documentOf = (page: Page): Promise<DocumentSnapshot> => page.evaluate(() => window.midground!.document())

function picture(width: number, height: number) {
  const png = new PNG({ width, height })
  for (let i = 0; i < png.data.length; i += 4) png.data.set([200, 60, 20, 255], i)
  return { name: 'own.png', mimeType: 'image/png', buffer: PNG.sync.write(png) }
}

/** One of everything that needs a file, which no random hand has. */
async function prepare(page: Page) {
  await uploadAndSeparate(page, sample('chelsea.png'))
  await openTab(page, 'Image Overlay')
  await page.getByLabel('Overlay image', { exact: true }).setInputFiles(picture(80, 60))
  await page.getByRole('button', { name: 'Move to Editor' }).click()
  await openTab(page, 'Change BG')
  await page.getByRole('radio', { name: 'Image' }).click()
  await page.getByLabel('Background image', { exact: true }).setInputFiles(picture(300, 500))
  await expect.poll(async () => (await documentOf(page)).backdrop.type).toBe('image')
}

/** Every state on the way to the first or the last step. */
async function walk(page: Page, way: 'undo' | 'redo'): Promise<string[]> {
  return page.evaluate((way) => {
    const hooks = window.midground!
    const states = [hooks.stateHash()]
    for (;;) {
      hooks[way]()
      const state = hooks.stateHash()
      if (state === states.at(-1)) return states
      states.push(state)
    }
  }, way)
}

test(`${STEPS} random gestures and inputs, seed ${SEED}`, async ({ page }) => {
  test.setTimeout(400_000 + 3000 * STEPS)
  const complaints = await complaintsOf(page)
  await openEditor(page)
  await prepare(page)
  const hand = randomHand(page, SEED)
  for (let step = 0; step < STEPS; step++) {
    await hand.act()
    await expect(page, hand.trail()).toHaveURL('/custom-editor')
    const found = [...illegalDocument(await documentOf(page)), ...complaints]
    expect(found, `step ${step} of seed ${SEED}:\n${hand.trail()}`).toEqual([])
  }
  const end = await hash(page)
  const back = await walk(page, 'undo')
  expect(back.length).toBeGreaterThan(1)
  expect(await walk(page, 'redo')).toEqual(back.toReversed())
  expect(await hash(page)).toBe(end)
  expect(complaints).toEqual([])
})
