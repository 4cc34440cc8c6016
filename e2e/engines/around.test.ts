/** Around the editor in the engine that the environment names: every main tool, and the same picture as Chromium's. */
import type { PNG } from 'pngjs'
import { expect, it, onTestFinished } from 'vitest'
import { engineName } from '../../scripts/engines/engines.ts'
import { differenceBox, ssim } from '../support/pixels.ts'
import { atEditor, bring, complaintsOf, download, openEditor, stateOf, visitEditor } from './editor.ts'
import { STEPS } from './steps.ts'
import type { Hand } from './user.ts'

const PHOTO = 'astronaut.png'
const at = atEditor(engineName())
let last: PNG

async function changed(hand: Hand, take: (hand: Hand) => Promise<void>): Promise<void> {
  const before = await stateOf(hand)
  await take(hand)
  await hand.until('the step is taken', (state) => window.midground?.stateHash() !== state, before)
}

it('brings a photo', async () => {
  await bring(at.hand(), PHOTO)
  last = await download(at.hand())
})

it.each(STEPS)('gives the picture $name', async ({ take }) => {
  await changed(at.hand(), take)
  const png = await download(at.hand())
  expect(differenceBox(png, last, 30)).not.toBeNull()
  last = png
})

it('has at most two live WebGL contexts with all of it', async () => {
  expect(await at.hand().page.evaluate(() => window.liveContexts?.())).toBeLessThanOrEqual(2)
})

it('exports what Chromium exports', async () => {
  const chromium = await openEditor('chromium', at.origin())
  onTestFinished(() => chromium.page.close())
  await bring(chromium, PHOTO)
  for (const { take } of STEPS) await changed(chromium, take)
  const likeness = ssim(last, await download(chromium))
  console.info(`export of everything against Chromium's: SSIM ${likeness.toFixed(4)}`)
  expect(likeness).toBeGreaterThanOrEqual(0.995)
})

it('has everything back after a reload, to the byte', async () => {
  const hand = at.hand()
  const state = await stateOf(hand)
  await hand.until('the work is kept', () => document.querySelector('[data-kept]') !== null)
  await visitEditor(hand, at.origin())
  expect(await stateOf(hand)).not.toBe(state)
  await hand.press('button', 'Restore last session')
  await hand.until('it is as it was', (wanted) => window.midground?.stateHash() === wanted, state)
  expect(Buffer.compare((await download(hand)).data, last.data)).toBe(0)
})

it('says nothing on the console, and breaks no policy', async () => {
  expect(await complaintsOf(at.hand())).toEqual([])
})
