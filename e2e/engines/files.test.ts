/** Tests files of every kind in the browser engine $ENGINE: the export without edits equals the decoded photo. */
import type { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { turned } from '../support/exifOrientation.ts'
import type { Picture } from '../support/pixels.ts'
import { atEditor, download, give, isShown, openEditor } from './editor.ts'
import { jpegOf, KINDS, noise, pngOf } from './kinds.ts'
import { engineName, isInstalled } from './runner/engines.ts'
import type { EngineUser } from './user.ts'

/** Blocks the segmentation network, because these tests don't need a subject. */
const at = atEditor(engineName(), /\/models\//)
let stored: Promise<PNG> | undefined // the pixels of the JPEG as this engine decodes them

/** Opens a file and returns its export without edits. */
async function untouched(user: EngineUser, file: string, bytes: Buffer): Promise<PNG> {
  await give(user, file, bytes)
  if (file.endsWith('.heic')) await user.press('button', 'Convert')
  await user.until(`${file} is there`, isShown, file)
  return download(user)
}

/** Returns the largest difference of a color value (0 to 255), or infinity for different sizes. */
const worst = (a: Picture, b: Picture): number =>
  a.width === b.width && a.height === b.height
    ? a.data.reduce((most, value, i) => Math.max(most, Math.abs(value - b.data[i]!)), 0)
    : Infinity

describe.each([1, 2, 3, 4, 5, 6, 7, 8])('EXIF orientation %i', (orientation) => {
  it.each([
    ['without alpha', false],
    ['with alpha', true],
  ] as const)('an unedited PNG %s is exported upright without loss', async (_, hasAlpha) => {
    const original = noise(97, 61, hasAlpha)
    const png = await untouched(at.user(), `${orientation}-${hasAlpha}.png`, await pngOf(original, orientation))
    expect(worst(png, turned(original, orientation))).toBe(0)
  })

  it('an unedited JPEG is exported upright with exactly the decoded pixels', async () => {
    stored ??= untouched(at.user(), 'stored.jpg', await jpegOf(1))
    const upright = turned(await stored, orientation)
    expect(worst(await untouched(at.user(), `${orientation}.jpg`, await jpegOf(orientation)), upright)).toBe(0)
  })
})

describe('decoding compared with Chromium', () => {
  const most = new Map<string, number>()
  let chromium: EngineUser
  beforeAll(async () => {
    if (isInstalled(engineName())) chromium = await openEditor('chromium', at.origin())
  })
  afterAll(async () => {
    const words = [...most].map(([file, difference]) => `${file} ${difference}`)
    console.info(`decoded against Chromium's, largest difference: ${words.join(', ')}`)
    await chromium?.page.close()
  })

  it.each(KINDS)('the browser engine decodes $file like Chromium', async ({ file, bytes, tolerance }) => {
    const content = await bytes()
    most.set(file, worst(await untouched(at.user(), file, content), await untouched(chromium, file, content)))
    expect(most.get(file)).toBeLessThanOrEqual(tolerance[engineName()])
  })
})
