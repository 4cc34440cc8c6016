// Tests with independent decoders: netpbm with libpng and libjpeg. libpng also checks every checksum and the order of
// chunks.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import { beforeAll, expect, it } from 'vitest'
import { program } from '../../../scripts/setup/browser.mjs'
import { encodeWholeJpeg, encodeWholePng } from './fixtures/encodeWhole.ts'
import { CONTENTS, makePicture } from './fixtures/pictures.ts'

beforeAll(() => program('pngtopam', 'netpbm'))

const run = (program: string, option: string, input: Uint8Array) =>
  execFileSync(program, [option], { input, maxBuffer: 1 << 28, stdio: ['pipe', 'pipe', 'inherit'] })

/** Returns the header and the RGBA bytes of a PAM image. */
function decode(file: Uint8Array): { header: string; rgba: Uint8Array } {
  const pam = run('pngtopam', '-alphapam', file)
  const end = pam.indexOf('ENDHDR\n') + 7
  return { header: pam.subarray(0, end).toString(), rgba: new Uint8Array(pam.subarray(end)) }
}

it.each(
  CONTENTS.flatMap((content) => [
    { content, opaque: true },
    { content, opaque: false },
  ]),
)('libpng decodes a PNG of $content losslessly (opaque: $opaque)', ({ content, opaque }) => {
  const size = { width: 331, height: 290 }
  const rgba = makePicture(size, content, opaque)
  const decoded = decode(encodeWholePng(size, rgba, opaque, 128))
  expect(decoded.header).toContain('WIDTH 331\nHEIGHT 290\nDEPTH 4\nMAXVAL 255')
  expect(decoded.rgba.findIndex((value, i) => value !== rgba[i])).toBe(-1)
  expect(decoded.rgba).toHaveLength(rgba.length)
})

function decodeJpeg(file: Uint8Array): { header: string; rgb: Uint8Array } {
  const ppm = run('jpegtopnm', '-quiet', file)
  const header = /^P6\s+\d+ \d+\s+255\s/.exec(ppm.subarray(0, 40).toString('latin1'))?.[0] ?? ''
  return { header: header.trim().split(/\s+/).join(' '), rgb: new Uint8Array(ppm.subarray(header.length)) }
}

/** Returns the mean absolute difference in 8-bit levels. */
function difference(rgba: Uint8Array, rgb: Uint8Array): number {
  let sum = 0
  for (let i = 0; i < rgb.length; i++) sum += Math.abs((rgb[i] ?? 0) - (rgba[i + Math.floor(i / 3)] ?? 0))
  return sum / rgb.length
}

const photo = (name: string) =>
  PNG.sync.read(readFileSync(join(import.meta.dirname, '../../editor/samples', `${name}.png`)))

it.each([
  ['astronaut', 92, 2],
  ['astronaut', 100, 1],
  ['astronaut', 60, 6],
  ['chelsea', 92, 2],
  ['coffee', 92, 2],
])('libjpeg decodes a JPEG of %s at quality %i within %d levels', (name, quality, limit) => {
  const { width, height, data } = photo(name)
  const decoded = decodeJpeg(encodeWholeJpeg({ width, height }, data, quality, 176))
  expect(decoded.header).toBe(`P6 ${width} ${height} 255`)
  expect(decoded.rgb).toHaveLength(3 * width * height)
  expect(difference(data, decoded.rgb)).toBeLessThanOrEqual(limit)
})

it.each([
  [1, 1, 92],
  [17, 5, 92],
  [5, 333, 92],
  [17, 5, 50],
  [33, 335, 50],
  [1000, 16, 1],
])('libjpeg reads a complete JPEG of %i × %i px at quality %i', (width, height, quality) => {
  const rgba = makePicture({ width, height }, 'flat', true)
  const decoded = decodeJpeg(encodeWholeJpeg({ width, height }, rgba, quality, 176))
  expect(decoded.header).toBe(`P6 ${width} ${height} 255`)
  expect(difference(rgba, decoded.rgb)).toBeLessThan(quality === 1 ? 25 : 2)
})

it('a JPEG decodes to the same image for any strip height', () => {
  const size = { width: 211, height: 400 }
  const rgba = makePicture(size, 'noise', true)
  for (const quality of [50, 95])
    expect(encodeWholeJpeg(size, rgba, quality, 176)).toEqual(encodeWholeJpeg(size, rgba, quality, 400))
})
