/** An independent program reads the exported PSD files. Skipped where ImageMagick isn't installed. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Rect } from '#client/kit/base/geometry.ts'
import type { LayerSource, OpenedSource } from '../../pixelSource.ts'
import { encodePsd } from './encodePsd.ts'

const isInstalled = /ImageMagick/.test(spawnSync('identify', ['-version'], { encoding: 'utf8' }).stdout ?? '')
const folder = mkdtempSync(join(tmpdir(), 'midground-psd-'))
afterAll(() => rmSync(folder, { recursive: true }))

const SIZE = { width: 40, height: 24 }
type Pixel = readonly [red: number, green: number, blue: number, alpha: number]

/** Paints a box of varying pixels of one hue on transparency. */
function boxOf({ x, y, width, height }: Rect, [red, green, blue, alpha]: Pixel): OpenedSource {
  const pixelAt = (column: number, row: number): Pixel =>
    column >= x && column < x + width && row >= y && row < y + height
      ? [red, (green + 3 * column) % 256, (blue + 5 * row) % 256, alpha]
      : [0, 0, 0, 0]
  return {
    size: SIZE,
    opaque: false,
    maxSide: 4096,
    async paint(region, into = new Uint8Array(4 * region.width * region.height)) {
      for (let i = 0; i < region.width * region.height; i++)
        into.set(pixelAt(region.x + (i % region.width), region.y + Math.floor(i / region.width)), 4 * i)
      return into
    },
    destroy() {},
  }
}

const WHOLE: Rect = { x: 0, y: 0, ...SIZE }
const layer = (name: string, box: Rect, pixel: Pixel, values: Partial<LayerSource> = {}): LayerSource => ({
  name,
  isHidden: false,
  opacity: 1,
  open: async () => boxOf(box, pixel),
  ...values,
})

async function written(): Promise<string> {
  const layers = [
    layer('Background', WHOLE, [30, 40, 50, 255]),
    layer('Grüße', { x: 5, y: 3, width: 20, height: 10 }, [200, 10, 10, 255], { opacity: 0.5 }),
    layer('Hidden', { x: 30, y: 20, width: 4, height: 2 }, [9, 9, 9, 255], { isHidden: true }),
    layer('Subject', { x: 10, y: 8, width: 16, height: 16 }, [10, 200, 30, 255], { blendMode: 'multiply' }),
  ]
  const signal = new AbortController().signal
  const merged = { ...boxOf(WHOLE, [30, 40, 50, 255]), opaque: true, layers }
  const encoded = await encodePsd(merged, { signal })
  if (!encoded.ok) throw new Error(encoded.error)
  const path = join(folder, 'a.psd')
  writeFileSync(path, new Uint8Array(await encoded.value.arrayBuffer()))
  return path
}

describe.skipIf(!isInstalled)('ImageMagick', () => {
  it('reads the merged image first, then the layers with names and positions', async () => {
    const path = await written()
    const listed = execFileSync('identify', ['-format', '%[label] %wx%h%X%Y;', path], { encoding: 'utf8' })
    expect(listed.split(';').map((line) => line.trim())).toEqual([
      '40x24+0+0',
      'Background 40x24+0+0',
      'Gr??e 20x10+5+3', // each layer has two names, and ImageMagick 6 reads the ASCII name
      'Hidden 4x2+30+20',
      'Subject 16x16+10+8',
      '',
    ])
  })

  it('reads the painted pixels of the merged image and of a layer', async () => {
    const path = await written()
    const pixels = (index: number) => execFileSync('convert', [`${path}[${index}]`, '-depth', '8', 'rgb:-'])
    const rgb = async (source: OpenedSource, region: Rect) =>
      Buffer.from((await source.paint(region)).filter((_, i) => i % 4 !== 3))
    expect(pixels(0)).toEqual(await rgb(boxOf(WHOLE, [30, 40, 50, 255]), WHOLE))
    const box = { x: 10, y: 8, width: 16, height: 16 }
    expect(pixels(4)).toEqual(await rgb(boxOf(box, [10, 200, 30, 255]), box))
  })
})
