/** Tests overlays, stickers and background images in Display P3, over photos in Display P3 and in sRGB. */
import { expect, it } from 'vitest'
import { type ColorSpace, converted } from '#client/kit/pixels/color-space/colorSpace.ts'
import type { Vector3 } from '#client/kit/pixels/color-space/matrix3.ts'
import { applyMatte, thumbnail } from '#client/layers/overlay/applyMatte.ts'
import { newLayer } from '#client/layers/registry.ts'
import { decodePng } from '#client/media/importer/straight-alpha/png/decodePng.ts'
import { imageBackdrop } from '#client/model/document/backdrop.ts'
import type { Session } from '#client/model/session/session.ts'
import { bytesIn, exportedFile, grayP3Png, imported, openedPhoto, p3Png, stored } from '../helpers/colorSpaces.ts'
import { putBitmap, sharedRenderer } from '../helpers/gpu.ts'

const [WIDE, TALL] = [48, 32]

const renderer = await sharedRenderer()

const inSpace = (codes: readonly number[], from: ColorSpace, to: ColorSpace) =>
  converted(codes.map((code) => code / 255) as unknown as Vector3, from, to).map((value) => Math.round(255 * value))

/** A color outside sRGB, as Display P3 values. The next line has the nearest sRGB color. */
const VIVID = [250, 40, 60]
const VIVID_IN_SRGB = inSpace(VIVID, 'display-p3', 'srgb')
/** A color as sRGB values. The next line has the same color as Display P3 values. */
const GREEN = [31, 179, 107]
const GREEN_IN_P3 = inSpace(GREEN, 'srgb', 'display-p3')

/** Makes an 8 × 8 px image of one color, imported as overlays, stickers and backgrounds are. */
type MakeImage = (session: Session) => Promise<ReturnType<typeof stored> & { bitmap: ImageBitmap }>

const rgbaOf = (color: readonly number[], alpha = 255) =>
  Uint8ClampedArray.from({ length: 4 * 64 }, (_, i) => [...color, alpha][i % 4] ?? 0)

async function vividImage(session: Session, alpha = 255) {
  const picture = await imported(await p3Png(rgbaOf(VIVID, alpha), { width: 8, height: 8 }))
  return { ...stored(session, picture), bitmap: picture.bitmap }
}

const srgbImage: MakeImage = async ({ assets }) => {
  const image = await putBitmap(assets, rgbaOf(GREEN), { width: 8, height: 8 })
  return { ...image, bitmap: assets.bitmap(image.asset)!.bitmap }
}

/** Functions by name. Each adds a layer that shows an image at the center of the document. */
const IMAGES: Readonly<Record<string, (session: Session, make: MakeImage) => Promise<void>>> = {
  async overlay(session, make) {
    const { asset, width, height } = await make(session)
    newLayer(session.doc, 'overlay', { content: asset, width, height, scale: 100, placement: 'foreground' })
  },
  async 'cut-out overlay'(session, make) {
    const { width, height, bitmap } = await make(session)
    const cut = await applyMatte(bitmap, { width, height, coverage: new Uint8Array(64).fill(255) })
    const asset = session.assets.put({ kind: 'bitmap', bitmap: cut, width, height, hasAlpha: true, sha256: '' })
    newLayer(session.doc, 'overlay', { content: asset, width, height, scale: 100, placement: 'foreground' })
  },
  async sticker(session, make) {
    const { asset } = await make(session)
    newLayer(session.doc, 'sticker', { type: 'image', content: asset, ratio: 1, placement: 'foreground' })
  },
  async 'background image'(session, make) {
    session.doc.backdrop = imageBackdrop(await make(session), { fit: 'cover' })
  },
  async 'blurred background image'(session, make) {
    session.doc.backdrop = imageBackdrop(await make(session), { fit: 'cover', blur: 2 })
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

it.each(Object.entries(IMAGES))(
  "a Display P3 image used as %s isn't converted on a Display P3 photo",
  async (_, add) => {
    const session = await openedPhoto(await grayP3Png(WIDE, TALL))
    await add(session, vividImage)
    expectNear(await middleOf(session), VIVID, 1)
  },
)

it.each(Object.entries(IMAGES))('a Display P3 image used as %s is converted on an sRGB photo', async (_, add) => {
  const session = await openedPhoto(await grayP3Png(WIDE, TALL), false)
  await add(session, vividImage)
  expect(session.doc.photo?.colorSpace).toBeUndefined()
  expectNear(await middleOf(session), VIVID_IN_SRGB, 1)
})

it.each(Object.entries(IMAGES))('an sRGB image used as %s is converted on a Display P3 photo', async (_, add) => {
  const session = await openedPhoto(await grayP3Png(WIDE, TALL))
  await add(session, srgbImage)
  expectNear(await middleOf(session), GREEN_IN_P3, 1)
})

it('pixels of a Display P3 image with low alpha have the same color as opaque pixels', async () => {
  const session = await openedPhoto(await p3Png(new Uint8ClampedArray(4 * 64), { width: 8, height: 8 }), false)
  const image = await vividImage(session, 9)
  session.doc.backdrop = imageBackdrop(image, { fit: 'cover' })
  expectNear(await middleOf(session), VIVID_IN_SRGB, 1)
})

it('the thumbnail of a Display P3 image is in sRGB', async () => {
  const session = await openedPhoto(await grayP3Png(WIDE, TALL))
  const { bitmap } = await vividImage(session)
  const { rgba } = await decodePng(await bytesIn(await (await fetch(thumbnail(bitmap))).blob()))
  expectNear([...rgba.subarray(0, 3)], VIVID_IN_SRGB, 1)
})
