/** Detects whether the engine's canvas writes 4:4:4 JPEGs at maximum quality; some engines always subsample chroma. */
const SIZE = 16
/** Markers of baseline and progressive frames. */
const START_OF_FRAME = [0xc0, 0xc2]
const SAMPLING_FACTORS = 11
const ONE_BY_ONE = 0x11

let result: Promise<boolean> | null = null

/**
 * Resolves with true when the engine's canvas writes JPEGs at maximum quality without chroma subsampling (4:4:4); with
 * false otherwise, and where the check fails. The result is cached.
 */
export function canvasWritesJpeg444(): Promise<boolean> {
  result ??= tryCanvas().catch(() => false)
  return result
}

async function tryCanvas(): Promise<boolean> {
  const canvas = new OffscreenCanvas(SIZE, SIZE)
  if (!canvas.getContext('2d')) return false
  const file = await canvas.convertToBlob({ type: 'image/jpeg', quality: 1 })
  const bytes = new Uint8Array(await file.arrayBuffer())
  const frame = bytes.findIndex((byte, i) => byte === 0xff && START_OF_FRAME.includes(bytes[i + 1] ?? 0))
  return frame > 0 && bytes[frame + SAMPLING_FACTORS] === ONE_BY_ONE // ITU-T T.81, B.2.2
}
