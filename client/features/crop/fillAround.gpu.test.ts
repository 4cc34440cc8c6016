import { expect, it, vi } from 'vitest'
import { PICK } from '#client/editor/tools/pressTools.ts'
import { pause } from '#client/kit/async/scheduling.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import { addLayer } from '#client/layers/actions.ts'
import { newLayer } from '#client/layers/registry.ts'
import { importImage } from '#client/media/importer/importImage.ts'
import { pixelsOf } from '#client/model/assets/pixels.ts'
import { colorSpaceOf } from '#client/model/assets/straightAlpha.ts'
import { colorBackdrop } from '#client/model/document/backdrop.ts'
import type { Session } from '#client/model/session/session.ts'
import { createViewport } from '#client/render/compositor/viewport.ts'
import type { inpaintPhoto } from '#client/render/inpainting/inpaintPhoto.ts'
import { separationOf } from '#client/render/matting/separation.ts'
import { openedPhoto, p3Png } from '../../../tests/helpers/colorSpaces.ts'
import { exported, gainsIn, HEIGHT, hdrSession, WIDTH } from '../../../tests/helpers/hdrPhoto.ts'
import { discCoverage } from '../../../tests/helpers/rasterised.ts'
import { cancelCrop, flipPicture, rotatePicture } from './editCrop.ts'
import { createFillAround } from './fillAround.ts'

const MARGINS = { format: 'free', width: 80, height: 40 } as const
const announcer = { begin: () => ({ busy() {}, end() {} }) } as never
const flowOf = (session: Session, inpaint: typeof inpaintPhoto = async () => []) =>
  createFillAround({ session, announcer, inpaint, importImage })

it('the filled margins of an HDR photo contain the mirrored gains of the photo', async () => {
  const { session, bytes } = await hdrSession()
  await flowOf(session).fill({ format: 'free', width: 300, height: HEIGHT })
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
  const session = await photoWithSubject(rgba)
  const rect = { x: 20, y: 10, width: 20, height: 20 }
  const patch = { rect, rgba: rgba.slice(0, 4 * rect.width * rect.height) as never }
  await flowOf(session, async () => [patch]).fill(MARGINS)
  const { backdrop } = session.doc
  const { bitmap } = session.assets.bitmap(backdrop.type === 'image' ? backdrop.asset : ('' as never))!
  expect([bitmap.width, bitmap.height, colorSpaceOf(bitmap)]).toEqual([80, 40, 'display-p3'])
  const pixels = pixelsOf(bitmap).data
  for (const x of [2, 15, 40, 78])
    expect([...pixels.subarray(4 * (20 * 80 + x), 4 * (20 * 80 + x) + 4)], `at ${x}`).toEqual(color)
})

/** A Display P3 photo (60 × 40 px, by default white) with a subject in its middle. */
async function photoWithSubject(rgba = new Uint8ClampedArray(4 * 60 * 40).fill(255)) {
  const [width, height] = [60, 40]
  const session = await openedPhoto(await p3Png(rgba, { width, height }))
  const matte = session.assets.put({ kind: 'matte', width, height, coverage: discCoverage(width, height) })
  session.history.restart(() => {
    session.doc.separation = separationOf(session.assets, matte, 'test')
  })
  return session
}

it('Fill around preserves a rotation, a flip and a layer move made during its computation', async () => {
  const session = await photoWithSubject()
  const text = addLayer(session, 'text', { text: 'A' }) as LayerId
  const inpaint = async () => {
    rotatePicture(session)
    flipPicture(session, 'vertical')
    const position = { horizontal: 25, vertical: 50 }
    session.history.transact('Move', () => Object.assign(session.doc.layers[text]!, { position }))
    return []
  }
  await flowOf(session, inpaint).fill(MARGINS)
  expect(session.doc.backdrop.type).toBe('image')
  expect(session.doc.crop).toMatchObject({ isMirrored: true, quarterTurns: 1 })
  // 10 px of the canvas were added on each side of 60 px
  expect(session.doc.layers[text]).toMatchObject({ position: { horizontal: (100 * 25) / 80, vertical: 50 } })
})

it('after Fill around, the eyedropper picks the color of the clicked pixel of the photo', async () => {
  const rgba = new Uint8ClampedArray(4 * 60 * 40).map((_, i) => (i % 4 === 0 && (i / 4) % 60 < 30 ? 0 : 255))
  const session = await photoWithSubject(rgba)
  await flowOf(session).fill(MARGINS)
  const viewport = createViewport()
  viewport.set({ zoom: 1, origin: { x: 0, y: 0 }, canvas: { width: 80, height: 40 } })
  const onPick = vi.fn()
  for (const x of [36, 44]) {
    session.ui.colorPick = { onPick, onEnd() {} }
    const tool = PICK.create({ session, viewport } as never)
    tool.down({ at: { x, y: 20 }, type: 'mouse' } as never)
  }
  expect(onPick.mock.calls).toEqual([['#00ffff'], ['#ffffff']])
})

it('Fill around preserves a background color that the user sets during its computation', async () => {
  const session = await photoWithSubject()
  const inpaint = async () => {
    session.history.transact('Color', () => {
      session.doc.backdrop = colorBackdrop({ color: '#ff0000' })
    })
    return []
  }
  await flowOf(session, inpaint).fill(MARGINS)
  expect(session.doc).toMatchObject({ backdrop: { type: 'color', color: '#ff0000' }, crop: null })
})

it('Fill around is discarded with a toast if Redo restores an erased object during its computation', async () => {
  const session = await photoWithSubject()
  const toast = vi.spyOn(session.notices, 'toast')
  session.history.transact('Erase object', () => newLayer(session.doc, 'object', { isHidden: true }))
  session.history.undo()
  const inpaint = async () => {
    session.history.redo()
    return []
  }
  await flowOf(session, inpaint).fill(MARGINS)
  expect([session.doc.backdrop.type, toast.mock.calls.length]).toEqual(['original', 1])
})

it('Fill around is discarded if the user cancels the Crop panel during its computation', async () => {
  const session = await photoWithSubject()
  const before = session.doc.backdrop.type
  const inpaint = async () => {
    cancelCrop(session)
    return []
  }
  await flowOf(session, inpaint).fill(MARGINS)
  expect([before, session.doc.backdrop.type, session.doc.crop]).toEqual(['original', 'original', null])
})

it('Fill around waits for the better matte, and starts again if the matte changes during its computation', async () => {
  const session = await photoWithSubject()
  const { assets, doc, history, ui } = session
  const replaceMatte = (value: number) => {
    const matte = assets.put({ kind: 'matte', width: 60, height: 40, coverage: new Uint8Array(60 * 40).fill(value) })
    history.amend(() => Object.assign(doc, { separation: separationOf(assets, matte, 'test') }))
  }
  const removed: (number | undefined)[] = []
  const inpaint = async (_: unknown, coverage: Uint8Array) => {
    removed.push(coverage[0])
    if (removed.length === 1) replaceMatte(9)
    return []
  }
  ui.subject.isRefining = true
  const filling = flowOf(session, inpaint)
  const done = filling.fill(MARGINS)
  await pause(50)
  expect(removed).toEqual([])
  replaceMatte(5)
  ui.subject.isRefining = false
  await done
  expect([removed, doc.backdrop.type, history.state.undo]).toEqual([[5, 9], 'image', 'Fill around'])
})

it('canceling Fill around stops its wait for the better matte', async () => {
  const session = await photoWithSubject()
  const inpaint = vi.fn(async () => [])
  session.ui.subject.isRefining = true
  const filling = flowOf(session, inpaint)
  const done = filling.fill(MARGINS)
  filling.cancel()
  await done
  expect([inpaint.mock.calls.length, session.doc.backdrop.type]).toEqual([0, 'original'])
})
