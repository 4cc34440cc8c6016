import { expect, it } from 'vitest'
import { EXPECTED, passesSelfCheck } from './backend.ts'

/** Creates a network whose mask has these values around each checked pixel. */
const answering = (answer: (place: number) => number) => ({
  run: async () =>
    Float32Array.from({ length: 320 * 320 }, (_, i) =>
      answer(4 * Math.floor(i / 320 / 80) + Math.floor((i % 320) / 80)),
    ),
  dispose() {},
})

it('the self-check accepts the expected values with rounding errors', async () => {
  expect(await passesSelfCheck(answering((place) => EXPECTED[place]! + 0.05))).toBe(true)
})

it.each([
  ['only zeros', () => 0],
  ['one value everywhere', () => 0.5],
  ['NaN', () => Number.NaN],
  ['the expected values in reverse order', (place: number) => EXPECTED[15 - place]!],
])('the self-check rejects a network that returns %s', async (_, answer) => {
  expect(await passesSelfCheck(answering(answer))).toBe(false)
})
