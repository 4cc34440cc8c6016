/** Two programs other than browsers read the profiles of exported files: sharp (with Little CMS) and ExifTool. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { type ColorSpace, converted } from '#client/kit/pixels/color-space/colorSpace.ts'
import { profileConversion } from '#client/kit/pixels/color-space/convertPixels.ts'
import { readIccProfile } from '#client/kit/pixels/color-space/iccProfile.ts'
import { iccProfileOf } from '#client/kit/pixels/color-space/iccProfileOf.ts'
import { adler32 } from '#client/kit/pixels/png/chunks.ts'
import { hasProgram } from '../../../../scripts/setup/apt.mjs'
import { deltaE2000 } from '../../../../tests/helpers/deltaE.ts'
import { WIDE_PROFILES } from '../../../../tests/helpers/wideProfiles.ts'
import { encodeWholeJpeg, encodeWholePng } from '../fixtures/encodeWhole.ts'
import { truecolorPngHead } from './png/encodePng.ts'

const folder = mkdtempSync(join(tmpdir(), 'midground-profiles-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** True if the program isn't installed. `npm test` installs it. */
const lacks = (name: string) => !hasProgram(name)

/** Runs a program and returns its output without banners and warnings. */
const run = (name: string, input: string | Uint8Array, ...args: readonly string[]): string =>
  execFileSync(name, args, { input, stdio: ['pipe', 'pipe', 'ignore'], encoding: 'utf8' })

const SIZE = { width: 16, height: 16 }
const COLOR = [234, 51, 35, 255]
const rgba = Uint8Array.from({ length: 4 * SIZE.width * SIZE.height }, (_, i) => COLOR[i % 4] ?? 0)

const files: Readonly<Record<string, (space: ColorSpace) => Uint8Array>> = {
  png: (space) => encodeWholePng(SIZE, rgba, true, SIZE.height, space),
  jpg: (space) => encodeWholeJpeg(SIZE, rgba, 100, SIZE.height, space),
}

describe.each(Object.entries(files))('color profiles in a %s file', (extension, fileOf) => {
  it.skipIf(lacks('exiftool'))('only a Display P3 file contains a profile', () => {
    const nameOf = (space: ColorSpace) => run('exiftool', fileOf(space), '-s3', '-ProfileDescription', '-').trim()
    expect([nameOf('display-p3'), nameOf('srgb')]).toEqual(['Display P3', ''])
  })

  it("Little CMS converts the stored values to sRGB within 2 levels of the product's conversion", async () => {
    const pixel = async (ignoreIcc: boolean) =>
      (await sharp(fileOf('display-p3'), { ignoreIcc }).raw().toBuffer()).subarray(0, 3)
    const tolerance = extension === 'png' ? 0 : 1
    for (const [i, value] of (await pixel(true)).entries())
      expect(Math.abs(value - (COLOR[i] ?? 0))).toBeLessThanOrEqual(tolerance)
    const [r = 0, g = 0, b = 0] = COLOR.map((byte) => byte / 255)
    const meant = converted([r, g, b], 'display-p3', 'srgb').map((value) => Math.round(255 * value))
    for (const [i, value] of (await pixel(false)).entries())
      expect(
        Math.abs(value - Math.max(0, Math.min(255, meant[i] ?? 0))),
        '8-bit levels after the conversion',
      ).toBeLessThanOrEqual(2)
  })
})

it.skipIf(lacks('transicc'))("the product's conversion from sRGB to Display P3 agrees with Little CMS", () => {
  const paths = (['display-p3', 'srgb'] as const).map((space) => {
    const path = join(folder, `own-${space}.icc`)
    writeFileSync(path, iccProfileOf(space))
    return path
  })
  const [p3 = '', srgb = ''] = paths
  for (const color of [
    [0.5, 0.5, 0.5],
    [0.2, 0.6, 0.4],
    [0.7, 0.3, 0.5],
    [1, 1, 1],
  ] as const) {
    const input = color.map((value) => 255 * value).join(' ')
    const output = run('transicc', `${input}\n`, '-i', srgb, '-o', p3, '-t1', '-n')
    const theirs = output.trim().split('\n').at(-1)?.trim().split(/\s+/).map(Number) ?? []
    for (const [i, value] of converted(color, 'srgb', 'display-p3').entries())
      expect(Math.abs((theirs[i] ?? Number.NaN) - 255 * value)).toBeLessThan(0.1)
  }
})

it.skipIf(lacks('transicc')).each(Object.entries(WIDE_PROFILES))(
  'a chart in %s converted to Display P3 is within ΔE2000 1 of Little CMS',
  (name, profile) => {
    const read = profile && readIccProfile(profile)
    if (!read) throw new Error('no profile')
    const [wide, p3] = [join(folder, `${name}.icc`), join(folder, 'chart-p3.icc')]
    writeFileSync(wide, profile)
    writeFileSync(p3, iccProfileOf('display-p3'))
    const steps = [0, 64, 128, 191, 255]
    const chart = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => [red, green, blue] as const)))
    const input = chart.map((codes) => `${codes.join(' ')}\n`).join('')
    const output = run('transicc', input, '-i', wide, '-o', p3, '-t1', '-n', '-c0')
    const lines = output.split('\n').filter((line) => /^[\d.\s-]+$/.test(line) && line.trim() !== '')
    expect(lines).toHaveLength(chart.length)
    const convert = profileConversion(read, 'display-p3')
    for (const [i, codes] of chart.entries()) {
      const seen = Uint8Array.from([...codes, 255])
      convert(seen)
      const clipped = lines[i]!.trim()
        .split(/\s+/)
        .map((value) => Math.min(255, Math.max(0, Number(value))))
      const theirs = { space: 'display-p3', codes: clipped as [number, number, number] } as const
      const ours = { space: 'display-p3', codes: [seen[0]!, seen[1]!, seen[2]!] } as const
      expect(deltaE2000(ours, theirs), String(codes)).toBeLessThan(1)
    }
  },
)

it('the compressed profile in a PNG has a valid zlib checksum', async () => {
  const { inflateSync } = await import('node:zlib')
  const { chunksOf } = await import('#client/kit/pixels/png/chunks.ts')
  const head = truecolorPngHead(SIZE, true, 'display-p3')
  const iccp = [...chunksOf(head)].find(({ name }) => name === 'iCCP')?.data
  const stream = iccp?.subarray(iccp.indexOf(0) + 2) ?? new Uint8Array(0)
  const inflated = new Uint8Array(inflateSync(stream))
  expect(inflated).toEqual(iccProfileOf('display-p3'))
  expect(new DataView(stream.buffer, stream.byteOffset + stream.length - 4).getUint32(0)).toBe(adler32(inflated))
})
