import { expect, it } from 'vitest'
import { importImage } from '#client/media/importer/importImage.ts'
import { exported, gainsIn, HEIGHT, hdrSession, WIDTH } from '../../../tests/helpers/hdrPhoto.ts'
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
