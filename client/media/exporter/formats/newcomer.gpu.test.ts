/** Defines a format that the product doesn't have, to prove that the contract and the export need no change for it. */
import { iccProfileOf } from '#client/kit/base/color-space/iccProfileOf.ts'
import { number } from '#client/kit/base/fields.ts'
import { ok } from '#client/kit/base/result.ts'
import { eachStrip } from '../strips/paintStrips.ts'
import { describeFormat } from './fixtures/describeFormat.ts'
import { defineFormat } from './format.ts'

/** A raw file: width and height as 32 bits each, then RGBA rows, the colour profile if it is not sRGB, and padding. */
const raw = defineFormat({
  id: 'raw',
  label: 'Raw',
  extension: 'rgba',
  mimeType: 'image/x-rgba',
  options: { padding: number('Padding', { default: 0, min: 0, max: 64, isWhole: true }) },
  keepsAlpha: true,
  maxSide: 2 ** 32 - 1,
  needs: ['exactReadback'],
  async encode(source, { padding }, options) {
    const { width, height } = source.size
    const parts: Uint8Array<ArrayBuffer>[] = [new Uint8Array(Uint32Array.of(width, height).buffer)]
    const painted = await eachStrip(source, options, (rgba) => void parts.push(rgba))
    if (!painted.ok) return painted
    if (source.colorSpace === 'display-p3') parts.push(iccProfileOf(source.colorSpace))
    const file = new Blob([...parts, new Uint8Array(padding)], { type: 'image/x-rgba' })
    return ok({ file, scalesWithHeight: true })
  },
})

describeFormat(raw, {
  tolerance: 0,
  async read(file) {
    const bytes = await file.arrayBuffer()
    const [width = 0, height = 0] = new Uint32Array(bytes, 0, 2)
    return { width, height, rgba: new Uint8Array(bytes, 8, 4 * width * height) }
  },
})
