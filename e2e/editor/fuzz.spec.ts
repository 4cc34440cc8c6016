/**
 * Runs random gestures and inputs by mouse and keys. They must not log errors and must keep each value within its
 * limits. Undo and redo must restore each state. FUZZ_SEED selects other runs, FUZZ_STEPS longer runs.
 */
import type { Page } from '@playwright/test'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { illegalDocument } from '../../tests/helpers/legalDocument.ts'
import { shortOrLong, TEST_TIMEOUT_MS } from '../../tests/helpers/longRun.ts'
import { complaintsOf } from '../support/complaints.ts'
import { hash, openTab } from '../support/gestures.ts'
import { randomUser } from '../support/randomUser.ts'
import { pngFile } from '../support/samples.ts'
import { expect, MOVING, openEditor, sample, test, uploadAndSeparate } from '../support/test.ts'

test.use(MOVING)

const STEPS = Number(process.env.FUZZ_STEPS ?? shortOrLong(25, 1000))
const SEED = Number(process.env.FUZZ_SEED ?? 1)

const documentOf = (page: Page): Promise<DocumentSnapshot> => page.evaluate(() => window.midground!.document())

const picture = (width: number, height: number) => pngFile('own.png', width, height, () => [200, 60, 20, 255])

/** Adds layers that need a file, because the random gestures can't choose files. */
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

/** Undoes or redoes everything. Returns the hash of each state on the way. */
async function statesOf(page: Page, direction: 'undo' | 'redo'): Promise<string[]> {
  return page.evaluate((direction) => {
    const hooks = window.midground!
    const states = [hooks.stateHash()]
    for (;;) {
      hooks[direction]()
      const state = hooks.stateHash()
      if (state === states.at(-1)) return states
      states.push(state)
    }
  }, direction)
}

test(`${STEPS} random gestures and inputs can be undone and don't log an error (seed ${SEED})`, async ({ page }) => {
  test.setTimeout(TEST_TIMEOUT_MS + 4000 * STEPS)
  const complaints = await complaintsOf(page)
  await openEditor(page)
  await prepare(page)
  const user = randomUser(page, SEED)
  for (let step = 0; step < STEPS; step++) {
    await user.act()
    await expect(page, user.trail()).toHaveURL('/custom-editor')
    const found = [...illegalDocument(await documentOf(page)), ...complaints]
    expect(found, `step ${step} of seed ${SEED}:\n${user.trail()}`).toEqual([])
  }
  await statesOf(page, 'redo') // the random user's last actions may be undos, so there may be steps to redo
  const end = await hash(page)
  const back = await statesOf(page, 'undo')
  expect(back.length).toBeGreaterThan(1)
  expect(await statesOf(page, 'redo')).toEqual(back.toReversed())
  expect(await hash(page)).toBe(end)
  expect(complaints).toEqual([])
})
