/** Whether this engine's JPEG of the highest quality has every pixel's own colour; some halve the colours all the same. */
const SIZE = 16
/** Baseline and progressive frames; behind length, precision, height, width and count comes the first component. */
const FRAMES = [0xc0, 0xc2]
const SAMPLING = 11
const ONE_BY_ONE = 0x11

let known: Promise<boolean> | null = null

/** Asked once. */
export function jpegKeepsColours(): Promise<boolean> {
  known ??= tried().catch(() => false)
  return known
}

async function tried(): Promise<boolean> {
  const canvas = new OffscreenCanvas(SIZE, SIZE)
  if (!canvas.getContext('2d')) return false
  const file = await canvas.convertToBlob({ type: 'image/jpeg', quality: 1 })
  const bytes = new Uint8Array(await file.arrayBuffer())
  const frame = bytes.findIndex((byte, i) => byte === 0xff && FRAMES.includes(bytes[i + 1] ?? 0))
  return frame > 0 && bytes[frame + SAMPLING] === ONE_BY_ONE // ITU-T T.81, B.2.2
}
