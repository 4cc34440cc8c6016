/**
 * A self-check of U2-NetP with a test pattern, because some graphics drivers compute wrong values without an error. The
 * expected values come from onnxruntime 1.30.0 with the original network. Half precision differs by up to 0.06.
 */
import type { MaskNetwork } from './imageNetwork.ts'

const SIDE = 320
/** Maximum difference from the expected values. Rounding errors are smaller. */
const TOLERANCE = 0.2

/** Expected mask of the test pattern at every 80th pixel, beginning at the 40th. 4 × 4 values, row-major. */
export const EXPECTED: readonly number[] = [0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0.1044, 0, 0, 0, 0, 0]

/** Resolves with true if the network's mask of the test pattern is as expected. */
export async function passesSelfCheck(network: MaskNetwork): Promise<boolean> {
  const mask = await network.run(testPattern())
  const actual = EXPECTED.map((_, i) => mask[(40 + 80 * Math.floor(i / 4)) * SIDE + 40 + 80 * (i % 4)] ?? Number.NaN)
  return actual.every((value, i) => Math.abs(value - (EXPECTED[i] ?? 0)) < TOLERANCE)
}

/** Returns the normalised input [320, 320, 3]: a bright disc in front of a dark gradient. */
function testPattern(): Float32Array<ArrayBuffer> {
  const input = new Float32Array(SIDE * SIDE * 3)
  for (let y = 0, at = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++, at += 3) {
      const isDisc = Math.hypot(x - 130, y - 170) < 75
      input[at] = isDisc ? 2 : -1 + y / SIDE
      input[at + 1] = isDisc ? 0.5 + x / SIDE : -1.2
      input[at + 2] = isDisc ? -1 : x / SIDE - 1.5
    }
  return input
}
