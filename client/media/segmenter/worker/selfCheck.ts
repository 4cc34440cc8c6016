/**
 * A known picture and what the network makes of it: some drivers compute without an error and answer nonsense.
 * The answers are onnxruntime 1.30.0's on the original U2-NetP; half precision is up to 0.06 away from them.
 */
import type { Network } from './maskNetwork.ts'

const SIDE = 320
/** Far beyond any rounding, near to what a wrong network shows. */
const FARTHEST = 0.2

/** Of a bright disc before a dark slope, at every eightieth pixel from the fortieth. */
export const ANSWERS: readonly number[] = [0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0.1044, 0, 0, 0, 0, 0]

export async function isRight(network: Network): Promise<boolean> {
  const mask = await network.run(knownPicture())
  const found = ANSWERS.map((_, i) => mask[(40 + 80 * Math.floor(i / 4)) * SIDE + 40 + 80 * (i % 4)] ?? Number.NaN)
  return found.every((value, i) => Math.abs(value - (ANSWERS[i] ?? 0)) < FARTHEST)
}

/** As the network takes it, normalised. */
export function knownPicture(): Float32Array {
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
