/** Overlays, stickers and background images in Display P3, over photos in Display P3 and in sRGB. */
import { describe, expect, it } from 'vitest'
import { converted } from '#client/kit/base/color-space/colorSpace.ts'
import { applyMatte, thumbnail } from '#client/layers/overlay/applyMatte.ts'
import { newLayer } from '#client/layers/registry.ts'
import { decodePng } from '#client/media/importer/straight-alpha/png/decodePng.ts'
import { imageBackdrop } from '#client/model/document/backdrop.ts'
import type { Session } from '#client/model/session/session.ts'
import { bytesIn, exportedFile, greyP3Png, imported, openedPhoto, p3Png, stored } from '../helpers/colorSpaces.ts'
import { sharedRenderer } from '../helpers/gpu.ts'

const [WIDE, TALL] = [48, 32]

const renderer = await sharedRenderer()

/** A colour outside sRGB as Display P3 values, and the nearest sRGB colour. */
const VIVID = [250, 40, 60] as const
const VIVID_IN_SRGB = converted([250 / 255, 40 / 255, 60 / 255], 'display-p3', 'srgb').map((value) =>
  Math.round(255 * value),
)

/** Imports an image of that colour like overlays, stickers and backgrounds. */
async function vividImage(session: Session, alpha = 255) {
  const rgba = Uint8ClampedArray.from({ length: 4 * 64 }, (_, i) => [...VIVID, alpha][i % 4] ?? 0)
  const picture = await imported(await p3Png(rgba, { width: 8, height: 8 }))
  return { ...stored(session, picture), bitmap: picture.bitmap }
}

/** Layers that show an image at the centre of the picture. */
const IMAGES: Readonly<Record<string, (session: Session) => Promise<void>>> = {
  async overlay(session) {
    const { asset, width, height } = await vividImage(session)
    newLayer(session.doc, 'overlay', { content: asset, width, height, scale: 100, placement: 'foreground' })
  },
  async 'cut-out overlay'(session) {
    const { width, height, bitmap } = await vividImage(session)
    const cut = await applyMatte(bitmap, { width, height, coverage: new Uint8Array(64).fill(255) })
    const asset = session.assets.put({ kind: 'bitmap', bitmap: cut, width, height, hasAlpha: true, sha256: '' })
    newLayer(session.doc, 'overlay', { content: asset, width, height, scale: 100, placement: 'foreground' })
  },
  async sticker(session) {
    const { asset } = await vividImage(session)
    newLayer(session.doc, 'sticker', { type: 'image', content: asset, ratio: 1, placement: 'foreground' })
  },
  async 'background image'(session) {
    session.doc.backdrop = imageBackdrop(await vividImage(session), { fit: 'cover' })
  },
  async 'blurred background image'(session) {
    session.doc.backdrop = imageBackdrop(await vividImage(session), { fit: 'cover', blur: 2 })
  },
}

async function middleOf(session: Session): Promise<number[]> {
  const { rgba, width, height } = await decodePng(await exportedFile(renderer, session))
  const at = 4 * ((height / 2) * width + width / 2)
  return [...rgba.subarray(at, at + 3)]
}

const expectNear = (seen: readonly number[], wanted: readonly number[], tolerance: number) => {
  for (const [c, code] of wanted.entries())
    expect(Math.abs((seen[c] ?? 0) - code), `${seen} for ${wanted}`).toBeLessThanOrEqual(tolerance)
}

describe('images in Display P3', () => {
  it.each(Object.entries(IMAGES))('an image used as %s keeps its colours on a photo in Display P3', async (_, add) => {
    const session = await openedPhoto(await greyP3Png(WIDE, TALL))
    await add(session)
    expectNear(await middleOf(session), VIVID, 1)
  })

  it.each(Object.entries(IMAGES))('an image used as %s is converted on a photo in sRGB', async (_, add) => {
    const session = await openedPhoto(await greyP3Png(WIDE, TALL), false)
    await add(session)
    expect(session.doc.photo?.colorSpace).toBeUndefined()
    expectNear(await middleOf(session), VIVID_IN_SRGB, 1)
  })

  it('Display P3 images keep colours under low alpha', async () => {
    const session = await openedPhoto(await p3Png(new Uint8ClampedArray(4 * 64), { width: 8, height: 8 }), false)
    const image = await vividImage(session, 9)
    session.doc.backdrop = imageBackdrop(image, { fit: 'cover' })
    expectNear(await middleOf(session), VIVID_IN_SRGB, 1)
  })

  it('thumbnails of images are in sRGB', async () => {
    const session = await openedPhoto(await greyP3Png(WIDE, TALL))
    const { bitmap } = await vividImage(session)
    const { rgba } = await decodePng(await bytesIn(await (await fetch(thumbnail(bitmap))).blob()))
    expectNear([...rgba.subarray(0, 3)], VIVID_IN_SRGB, 1)
  })
})
