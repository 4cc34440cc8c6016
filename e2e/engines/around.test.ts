/** Uses six tools in the browser engine $ENGINE, and compares the images with Chromium's. */
import type { PNG } from 'pngjs'
import { expect, it, onTestFinished } from 'vitest'
import { differenceBox, ssim } from '../support/pixels.ts'
import { atEditor, bring, complaintsOf, download, openEditor, stateOf, visitEditor } from './editor.ts'
import { engineName } from './runner/engines.ts'
import { STEPS } from './steps.ts'
import type { EngineUser } from './user.ts'

const PHOTO = 'astronaut.png'
const at = atEditor(engineName())
let last: PNG

async function changed(user: EngineUser, take: (user: EngineUser) => Promise<void>): Promise<void> {
  const before = await stateOf(user)
  await take(user)
  await user.until('the step is taken', (state) => window.midground?.stateHash() !== state, before)
}

it('the browser engine opens a photo', async () => {
  await bring(at.user(), PHOTO)
  last = await download(at.user())
})

it.each(STEPS)('the step "$name" visibly changes the exported image', async ({ take }) => {
  await changed(at.user(), take)
  const png = await download(at.user())
  expect(differenceBox(png, last, 30)).not.toBeNull()
  last = png
})

it('the editor with all tools open has at most two WebGL contexts', async () => {
  expect(await at.user().page.evaluate(() => window.liveContexts?.())).toBeLessThanOrEqual(2)
})

it('the browser engine exports the same image as Chromium', async () => {
  const chromium = await openEditor('chromium', at.origin())
  onTestFinished(() => chromium.page.close())
  await bring(chromium, PHOTO)
  for (const { take } of STEPS) await changed(chromium, take)
  const likeness = ssim(last, await download(chromium))
  console.info(`export of everything against Chromium's: SSIM ${likeness.toFixed(4)}`)
  expect(likeness).toBeGreaterThanOrEqual(0.995)
})

it('after a reload, Restore last session restores the document and its exported image byte for byte', async () => {
  const user = at.user()
  const state = await stateOf(user)
  await user.until('the work is kept', () => document.querySelector('[data-kept]') !== null)
  await visitEditor(user, at.origin())
  expect(await stateOf(user)).not.toBe(state)
  await user.press('button', 'Restore last session')
  await user.until('it is as it was', (wanted) => window.midground?.stateHash() === wanted, state)
  expect(Buffer.compare((await download(user)).data, last.data)).toBe(0)
})

it("the editor doesn't log anything to the console or violate the content security policy", async () => {
  expect(await complaintsOf(at.user())).toEqual([])
})
