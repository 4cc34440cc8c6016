import { ok, type Result } from '#client/kit/values/result.ts'
import type { PixelSource } from '../../pixelSource.ts'
import { eachStrip, type StripPlan } from '../../strips/paintStrips.ts'
import type { ExportError, ExportOptions } from '../format.ts'

/** One channel, compressed row by row. Its bytes are in blobs, which browsers store outside the page's heap. */
export interface PackedPlane {
  /** Number of packed bytes of each row, 16 bits each, big-endian. */
  rowTable: Uint8Array<ArrayBuffer>
  chunks: Blob[]
  /** Number of bytes of all packed rows. */
  bytes: number
}

/**
 * Paints an image strip by strip and packs red, green, blue and alpha into four planes. Fails with 'aborted' or
 * 'context-lost'.
 */
export async function packPlanes(
  source: PixelSource,
  options: ExportOptions,
): Promise<Result<PackedPlane[], ExportError>> {
  const { width, height } = source.size
  const planes = [0, 1, 2, 3].map(() => emptyPlane(height))
  const painted = await eachStrip(source, options, (rgba, strip) => {
    for (const [channel, plane] of planes.entries())
      packPlaneRows(plane, strip, (row) => ({ from: rgba, start: 4 * row * width + channel, step: 4, count: width }))
    return null
  })
  return painted.ok ? ok(planes) : painted
}

/** Returns a plane filled with 255. */
export function solidPlane(width: number, height: number): PackedPlane {
  const plane = emptyPlane(height)
  const from = new Uint8Array(width).fill(255)
  packPlaneRows(plane, { y: 0, rows: height }, () => ({ from, start: 0, step: 1, count: width }))
  return plane
}

const emptyPlane = (height: number): PackedPlane => ({ rowTable: new Uint8Array(2 * height), chunks: [], bytes: 0 })

function packPlaneRows(
  plane: PackedPlane,
  { y, rows }: Pick<StripPlan, 'y' | 'rows'>,
  rowAt: (row: number) => { from: Uint8Array; start: number; step: number; count: number },
): void {
  const packed = new Uint8Array(rows * packedBound(rowAt(0).count))
  const table = new DataView(plane.rowTable.buffer)
  let end = 0
  for (let row = 0; row < rows; row++) {
    const { from, ...part } = rowAt(row)
    const start = end
    end = packBits(from, part, packed, start)
    table.setUint16(2 * (y + row), end - start)
  }
  plane.chunks.push(new Blob([packed.subarray(0, end)]))
  plane.bytes += end
}

/** Minimum length of a run, bytes. Fewer equal bytes take less space as part of a literal. */
const MIN_RUN = 3
/** Maximum length of a run or literal with one header byte. */
const MAX_RUN = 128

/** Returns the maximum packed size of `count` bytes: the bytes plus one header byte per literal of 128 bytes. */
export const packedBound = (count: number): number => count + Math.ceil(count / MAX_RUN)

/**
 * Compresses one row by PackBits (Apple Technical Note TN1023). Reads `count` bytes from `from`: every `step`-th byte,
 * beginning at `start`. Writes to `into`, beginning at `at`. Returns the end of the packed row.
 */
export function packBits(
  from: Uint8Array,
  { start, step, count }: { start: number; step: number; count: number },
  into: Uint8Array,
  at: number,
): number {
  let end = at
  let literal = -1 // index of the current literal's header
  for (let i = 0; i < count; ) {
    const value = from[start + i * step] as number
    const limit = Math.min(MAX_RUN, count - i)
    let run = 1
    while (run < limit && from[start + (i + run) * step] === value) run++
    if (run >= MIN_RUN) {
      into[end++] = 257 - run
      into[end++] = value
      literal = -1
      i += run
      continue
    }
    if (literal < 0 || into[literal] === MAX_RUN - 1) {
      literal = end++
      into[literal] = 255 // the header is the length minus 1, so adding the first byte makes the header 0
    }
    into[literal] = ((into[literal] as number) + 1) & 255
    into[end++] = value
    i++
  }
  return end
}
