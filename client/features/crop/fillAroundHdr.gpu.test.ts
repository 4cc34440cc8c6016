import { expect, it } from 'vitest'
import { importImage } from '#client/media/importer/importImage.ts'
import { pixelsOf } from '#client/model/assets/pixels.ts'
import { colorSpaceOf } from '#client/model/assets/straightAlpha.ts'
import { separationOf } from '#client/render/matting/separation.ts'
import { openedPhoto, p3Png } from '../../../tests/helpers/colorSpaces.ts'
import { exported, gainsIn, HEIGHT, hdrSession, WIDTH } from '../../../tests/helpers/hdrPhoto.ts'
import { discCoverage } from '../../../tests/helpers/rasterised.ts'
import { createFillAround } from './fillAround.ts'

it('the filled margins of an HDR photo contain the mirrored gains of the photo', async () => {
  const { session, bytes } = await hdrSession()
  const announcer = { begin: () => ({ busy() {}, end() {} }) } as never
  const inpaint = async () => []
  const flow = createFillAround({ session, announcer, inpaint, importImage })
  await flow.fill({ format: 'free', width: 300, height: HEIGHT })
  const [now, before] = [await gainsIn(await exported(session)), await gainsIn(bytes)]
  expect([now.width, now.height]).toEqual([150, 80])
  const margin = 15
  for (const [x, mirrored] of [
    [2, margin - 1 - 2],
    [147, WIDTH / 2 - 1 - (147 - WIDTH / 2 - margin)],
  ] as const)
    for (const y of [3, 40, 76]) expect(now.at(x, y)).toBeCloseTo(before.at(mirrored, y), 1)
  expect(now.at(margin + 60, 40)).toBeCloseTo(before.at(60, 40), 1)
})

it('the extended photo has the color space and the colors of a Display P3 photo', async () => {
  const [width, height] = [60, 40]
  const color = [220, 40, 90, 255]
  const rgba = new Uint8ClampedArray(4 * width * height).map((_, i) => color[i % 4] as number)
  const session = await openedPhoto(await p3Png(rgba, { width, height }))
  const matte = session.assets.put({ kind: 'matte', width, height, coverage: discCoverage(width, height) })
  session.history.restart(() => {
    session.doc.separation = separationOf(session.assets, matte, 'test')
  })
  const announcer = { begin: () => ({ busy() {}, end() {} }) } as never
  const rect = { x: 20, y: 10, width: 20, height: 20 }
  const patch = { rect, rgba: rgba.slice(0, 4 * rect.width * rect.height) as never }
  await createFillAround({ session, announcer, inpaint: async () => [patch], importImage }).fill({
    format: 'free',
    width: 80,
    height,
  })
  const { backdrop } = session.doc
  const { bitmap } = session.assets.bitmap(backdrop.type === 'image' ? backdrop.asset : ('' as never))!
  expect([bitmap.width, bitmap.height, colorSpaceOf(bitmap)]).toEqual([80, 40, 'display-p3'])
  const pixels = pixelsOf(bitmap).data
  for (const x of [2, 15, 40, 78])
    expect([...pixels.subarray(4 * (20 * 80 + x), 4 * (20 * 80 + x) + 4)], `at ${x}`).toEqual(color)
})
