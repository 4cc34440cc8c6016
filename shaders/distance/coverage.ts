import type { Coverage } from './encoding.ts'

/**
 * The same coverage with `by` empty texels on each side. A cut-off subject has no contour along the picture's border;
 * once it is moved or shrunk its cut side shows, and with the padding an outline goes around it.
 */
export function padCoverage({ width, height, bytes }: Coverage, by: number): Coverage {
  const wide = width + 2 * by
  const padded = new Uint8Array(wide * (height + 2 * by))
  for (let y = 0; y < height; y++) padded.set(bytes.subarray(y * width, (y + 1) * width), (y + by) * wide + by)
  return { width: wide, height: height + 2 * by, bytes: padded }
}
