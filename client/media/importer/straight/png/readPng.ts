/** A PNG → its pixels, by nobody's rules but the file's own; colours under any alpha stay. */
import type { Straight } from '../straight.ts'
import { inflated } from './inflated.ts'
import { type Parts, partsOf } from './parts.ts'
import { passesOf, unfilter } from './rows.ts'
import { rowWriter } from './samples.ts'

export interface ReadPng extends Straight {
  isGrey: boolean
  /** Chunks that say what the colours mean, if that is not sRGB: they are still to be turned into it. */
  colours: Parts['colours']
}

/** Throws where the file is damaged. */
export async function readPng(file: Uint8Array<ArrayBuffer>): Promise<ReadPng> {
  const parts = partsOf(file)
  if (!parts) throw new Error('PNG: no header')
  const { width, height, depth, channels } = parts
  const rgba = new Uint8ClampedArray(4 * width * height)
  const pixelBytes = Math.max(1, (depth * channels) >> 3)
  const write = rowWriter(parts)
  const stream = inflated(parts.pixels)
  for (const pass of passesOf(parts, parts.isInterlaced)) {
    const rowBytes = Math.ceil((pass.width * depth * channels) / 8)
    let [row, above] = [new Uint8Array(1 + rowBytes), new Uint8Array(1 + rowBytes)]
    for (let y = 0; y < pass.height; y++) {
      await stream.fill(row)
      const line = row.subarray(1)
      unfilter(row[0] as number, line, above.subarray(1), pixelBytes)
      const first = (pass.y + y * pass.stepY) * width + pass.x
      write(line, pass.width, rgba, 4 * first, 4 * pass.stepX)
      ;[row, above] = [above, row]
    }
  }
  await stream.end()
  return { width, height, rgba, isGrey: channels < 3 && parts.colourType !== 3, colours: parts.colours }
}
