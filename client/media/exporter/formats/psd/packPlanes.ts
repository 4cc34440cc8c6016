import { err, ok, type Result } from '#client/kit/base/result.ts'
import type { ExportError, ExportOptions } from '../../exportError.ts'
import type { PixelSource } from '../../pixelSource.ts'
import { paintStrips } from '../../strips/paintStrips.ts'
import { planStrips, type StripPlan } from '../../strips/planStrips.ts'
import { packBits, packedBound } from './packBits.ts'

/** One channel, compressed row by row. The bytes are in blobs, which browsers keep outside of the page's heap. */
export interface PackedPlane {
  /** Packed bytes of each row, 16 bits each, big-endian. */
  rowTable: Uint8Array<ArrayBuffer>
  chunks: Blob[]
  /** Bytes of all chunks. */
  bytes: number
}

/**
 * Changes the RGBA bytes of a strip in place before packing. Returns false when pixels that it needs could not be painted;
 * the export then fails with 'context-lost', or with 'aborted' after an abort.
 */
export type ChangeStrip = (rgba: Uint8Array<ArrayBuffer>, strip: StripPlan) => boolean | Promise<boolean>

/** Leaves the strip as it was painted. */
export const changeNothing: ChangeStrip = () => true

/**
 * Paints a picture strip by strip and packs red, green, blue and alpha into four planes. Fails with 'aborted' or
 * 'context-lost'.
 */
export async function packPlanes(
  source: PixelSource,
  change: ChangeStrip,
  { signal, onProgress }: ExportOptions,
): Promise<Result<PackedPlane[], ExportError>> {
  const { width, height } = source.size
  const planes = [0, 1, 2, 3].map(() => emptyPlane(height))
  const strips = planStrips(source.size, source.maxSide)
  for await (const { strip, rgba } of paintStrips(source, strips, (bytes) => new Uint8Array(bytes), signal)) {
    if (signal.aborted) return err('aborted')
    if (!rgba || !(await change(rgba, strip))) return err(signal.aborted ? 'aborted' : 'context-lost')
    for (const [channel, plane] of planes.entries())
      packRows(plane, strip, (row) => ({ from: rgba, start: 4 * row * width + channel, step: 4, count: width }))
    onProgress?.((strip.y + strip.rows) / height)
  }
  return ok(planes)
}

/** Returns a plane in which every byte is 255. */
export function solidPlane(width: number, height: number): PackedPlane {
  const plane = emptyPlane(height)
  const from = new Uint8Array(width).fill(255)
  packRows(plane, { y: 0, rows: height }, () => ({ from, start: 0, step: 1, count: width }))
  return plane
}

const emptyPlane = (height: number): PackedPlane => ({ rowTable: new Uint8Array(2 * height), chunks: [], bytes: 0 })

interface Row {
  from: Uint8Array
  start: number
  step: number
  count: number
}

function packRows(plane: PackedPlane, { y, rows }: Pick<StripPlan, 'y' | 'rows'>, rowAt: (row: number) => Row): void {
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
