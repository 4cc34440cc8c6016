/** Tests a Display P3 photo from its file to the export: pixel values, profile, and colors painted over it. */

import { describe, expect, it } from 'vitest'
import { converted } from '#client/kit/pixels/color-space/colorSpace.ts'
import type { Hex } from '#client/kit/values/fields.ts'
import { newLayer } from '#client/layers/registry.ts'
import { orientPixels } from '#client/media/file/applyOrientation.ts'
import type { Orientation } from '#client/media/file/fileParts.ts'
import { photoColorSpace, withoutColorData } from '#client/media/importer/color/photoColorSpace.ts'
import { withExifOrientation } from '#client/media/importer/fixtures/files.ts'
import p3Jpeg from '#client/media/importer/fixtures/p3.jpg?url'
import { decodePng } from '#client/media/importer/straight-alpha/png/decodePng.ts'
import { createPixelReader, srgbCopy } from '#client/model/assets/pixels.ts'
import { colorBackdrop } from '#client/model/document/backdrop.ts'
import type { Session } from '#client/model/session/session.ts'
import { separationOf } from '#client/render/matting/separation.ts'
import { bytesIn, exportedFile, grayP3Png, openedPhoto, p3Png } from '../helpers/colorSpaces.ts'
import { deltaE2000 } from '../helpers/deltaE.ts'
import { bytesOf, sharedRenderer } from '../helpers/gpu.ts'
import { previewOf } from '../helpers/painted.ts'
import { randomFrom } from '../helpers/random.ts'

const renderer = await sharedRenderer()

const exported = (session: Session, values?: object) => exportedFile(renderer, session, values)

const SIZE = { width: 19, height: 13 }

/** Returns random pixels of all colors, opaque or of all alphas. */
function noisePixels(isOpaque: boolean): Uint8ClampedArray<ArrayBuffer> {
  const random = randomFrom(7)
  return Uint8ClampedArray.from({ length: 4 * SIZE.width * SIZE.height }, (_, i) =>
    isOpaque && i % 4 === 3 ? 255 : Math.floor(256 * random()),
  )
}

const ORIENTATIONS: Orientation[] = [1, 2, 3, 4, 5, 6, 7, 8]

describe('a photo in Display P3', () => {
  it.each(ORIENTATIONS.flatMap((o) => [true, false].map((isOpaque) => [o, isOpaque] as const)))(
    'exporting a Display P3 PNG does not change any pixel (orientation %i, opaque: %s)',
    async (orientation, isOpaque) => {
      const rgba = noisePixels(isOpaque)
      const session = await openedPhoto(await p3Png(rgba, SIZE, orientation))
      const file = await exported(session)
      expect(await photoColorSpace('png', file)).toEqual({ space: 'display-p3', note: null })
      const upright = orientPixels({ ...SIZE, rgba }, orientation)
      const { rgba: seen, width, height } = await decodePng(file)
      expect([width, height]).toEqual([upright.width, upright.height])
      expect(seen.findIndex((value, i) => value !== upright.rgba[i])).toBe(-1)
    },
  )

  it.each(ORIENTATIONS)(
    'exporting a Display P3 JPEG does not change any pixel (orientation %i)',
    async (orientation) => {
      const file = await bytesIn(await withExifOrientation(await (await fetch(p3Jpeg)).blob(), orientation))
      const [kept, untagged] = [
        await openedPhoto(new Blob([file])),
        await openedPhoto(new Blob([withoutColorData('jpeg', file)]), false),
      ]
      const [one, other] = [await decodePng(await exported(kept)), await decodePng(await exported(untagged))]
      expect(kept.doc.photo?.colorSpace).toBe('display-p3')
      expect(untagged.doc.photo?.colorSpace).toBeUndefined()
      expect(one.rgba).toEqual(other.rgba)
      const best = { format: 'jpeg', quality: 100 }
      expect(withoutColorData('jpeg', await exported(kept, best))).toEqual(await exported(untagged, best))
    },
  )

  it('a Display P3 photo is exported in sRGB by default', async () => {
    const rgba = noisePixels(true)
    const session = await openedPhoto(await p3Png(rgba, SIZE))
    const file = await exported(session, { colors: 'srgb' })
    expect(await photoColorSpace('png', file)).toEqual({ space: 'srgb', note: null })
    const { rgba: seen } = await decodePng(file)
    const asked = await openedPhoto(await p3Png(rgba, SIZE), false)
    const { rgba: byEngine } = await decodePng(await exported(asked))
    for (let i = 0; i < rgba.length; i += 4) {
      const color = [rgba[i]! / 255, rgba[i + 1]! / 255, rgba[i + 2]! / 255] as const
      for (const [c, value] of converted(color, 'display-p3', 'srgb').entries()) {
        expect(Math.abs(seen[i + c]! - 255 * value)).toBeLessThan(0.6)
        expect(Math.abs(byEngine[i + c]! - 255 * value)).toBeLessThanOrEqual(2)
      }
    }
  })

  it('the neural networks read a Display P3 photo in sRGB', async () => {
    const session = await openedPhoto(await p3Png(noisePixels(true), SIZE))
    const bitmap = session.assets.bitmap(session.doc.photo!.asset)!.bitmap
    const whole = { x: 0, y: 0, ...SIZE }
    const copy = await srgbCopy(bitmap)
    const [stored, shown] = [createPixelReader(bitmap, SIZE)(whole).data, createPixelReader(copy, SIZE)(whole).data]
    expect([...stored]).toEqual([...noisePixels(true)])
    const color = [stored[0]! / 255, stored[1]! / 255, stored[2]! / 255] as const
    for (const [c, value] of converted(color, 'display-p3', 'srgb').entries())
      expect(Math.abs(shown[c]! - 255 * value)).toBeLessThan(0.6)
  })
})

const [WIDE, TALL] = [48, 32]

/** A letter so large that its stem covers the center of the image. */
const LETTER = { text: 'I', fontSize: 200, fontWeight: '700', placement: 'foreground' } as const
/** A 3D text seen from the front, without a shadow. */
const FRONT_3D = { enabled: true, rotateX: 0, rotateY: 0, shadowOpacity: 0 }

type Paint = (session: Session, color: Hex) => void

/** Layers that paint a color over the center of the image. */
const PAINTS: Readonly<Record<string, Paint>> = {
  'a shape': ({ doc }, color) => void newLayer(doc, 'shape', { color, scale: 500, placement: 'foreground' }),
  'the box of a text layer': ({ doc }, color) =>
    void newLayer(doc, 'text', {
      text: '.',
      placement: 'foreground',
      background: { enabled: true, width: 100, height: 100, borderRadius: 0, color },
    }),
  'a text': ({ doc }, color) => void newLayer(doc, 'text', { ...LETTER, color }),
  'a gradient': ({ doc }, color) =>
    void newLayer(doc, 'text', { ...LETTER, color, gradient: { enabled: true, color, angle: 180 } }),
  'a text in 3D': ({ doc }, color) => void newLayer(doc, 'text', { ...LETTER, color, threeDEffect: FRONT_3D }),
  'a drawing'({ doc }, color) {
    const points = [0, WIDE].map((x) => ({ x, y: TALL / 2, size: 20, color }))
    newLayer(doc, 'drawing', { points, placement: 'foreground' })
  },
  'a glow': ({ doc }, color) =>
    void newLayer(doc, 'shape', {
      color,
      scale: 500,
      placement: 'foreground',
      glow: { enabled: true, color, intensity: 5 },
    }),
  'a background color': ({ doc }, color) => {
    doc.backdrop = colorBackdrop({ color })
  },
  'an outline'(session, color) {
    const { doc, assets } = session
    const size = { width: WIDE, height: TALL }
    const coverage = Uint8Array.from({ length: WIDE * TALL }, (_, i) => (i % WIDE < WIDE / 2 - 4 ? 255 : 0))
    doc.separation = separationOf(assets, assets.put({ kind: 'matte', ...size, coverage }), 'test')
    newLayer(doc, 'subject', { cutout: { enabled: true, width: 10, color, intensity: 100 } })
  },
}

describe('the colors of layers over a photo in Display P3', () => {
  it.each(Object.keys(PAINTS))(
    '%s over a Display P3 photo looks the same as over an sRGB photo, with a ΔE2000 of at most 0.5',
    async (name) => {
      const color = '#1fb36b'
      const session = await openedPhoto(await grayP3Png(WIDE, TALL))
      session.history.restart(() => {})
      PAINTS[name]!(session, color)
      const { rgba, width, height } = await decodePng(await exported(session))
      const at = 4 * ((height / 2) * width + width / 2)
      const [red = 0, green = 0, blue = 0] = rgba.subarray(at)
      const code = (from: number) => Number.parseInt(color.slice(from, from + 2), 16)
      const wanted = { space: 'srgb', codes: [code(1), code(3), code(5)] } as const
      expect(deltaE2000({ space: 'display-p3', codes: [red, green, blue] }, wanted)).toBeLessThanOrEqual(0.5)
    },
  )

  it('layer colors are converted to the color space of the current photo', async () => {
    const session = await openedPhoto(await grayP3Png(WIDE, TALL))
    PAINTS['a shape']!(session, '#ff0000')
    const preview = previewOf(renderer, session, { width: WIDE, height: TALL })
    const redAt = async () => {
      await preview.settle()
      const at = 4 * (WIDE / 2 + (TALL / 2) * WIDE)
      return [...bytesOf(renderer, preview.texture).subarray(at, at + 3)]
    }
    expect((await redAt())[0]).toBeLessThan(240)
    delete session.doc.photo!.colorSpace
    expect(await redAt()).toEqual([255, 0, 0])
  })
})
