/** Tests the main workflow in the browser engine $ENGINE: photo, text behind its subject, export. */
import { expect, it } from 'vitest'
import { eroded } from '../support/pixels.ts'
import { addText, atEditor, bring, complaintsOf, download, sampleOf } from './editor.ts'
import { engineName } from './runner/engines.ts'

const photo = sampleOf('astronaut.png')
const at = atEditor(engineName())

it('an unedited photo is exported without loss', async () => {
  const user = at.user()
  await bring(user, 'astronaut.png')
  expect(Buffer.compare((await download(user)).data, photo.data)).toBe(0)
})

it('a text layer behind the subject does not change the exported subject', async () => {
  const user = at.user()
  await addText(user, 'HELLO')
  const png = await download(user)
  const matte = await user.page.evaluate(() => [...(window.midground?.matte()?.coverage ?? [])])
  const inside = eroded(Uint8Array.from(matte), 512, 512, 255, 8)
  let [subject, worst, white] = [0, 0, 0]
  for (let i = 0; i < inside.length; i++) {
    const differences = [0, 1, 2].map((c) => Math.abs(png.data[i * 4 + c]! - photo.data[i * 4 + c]!))
    if (inside[i]) subject++
    if (inside[i]) worst = Math.max(worst, ...differences)
    else if (matte[i] === 0 && Math.min(...png.data.subarray(i * 4, i * 4 + 3)) > 250) white++
  }
  expect(subject, 'number of subject pixels').toBeGreaterThan(20_000)
  expect(worst, 'largest difference between the subject and the photo').toBeLessThanOrEqual(1)
  expect(white, 'number of text pixels in the background').toBeGreaterThan(2_000)
})

it("the editor doesn't log anything to the console or violate the content security policy", async () => {
  expect(await complaintsOf(at.user())).toEqual([])
})
