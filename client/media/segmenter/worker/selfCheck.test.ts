import { expect, it } from 'vitest'
import { ANSWERS, isRight } from './selfCheck.ts'

/** A network that answers this everywhere around each of the places that are looked at. */
const answering = (answer: (place: number) => number) => ({
  run: async () =>
    Float32Array.from({ length: 320 * 320 }, (_, i) =>
      answer(4 * Math.floor(i / 320 / 80) + Math.floor((i % 320) / 80)),
    ),
  dispose() {},
})

it('believes a network that answers what it should, but for rounding', async () => {
  expect(await isRight(answering((place) => ANSWERS[place]! + 0.05))).toBe(true)
})

it.each([
  ['nothing', () => 0],
  ['one value everywhere', () => 0.5],
  ['no numbers', () => Number.NaN],
  ['everything the wrong way round', (place: number) => ANSWERS[15 - place]!],
])('does not believe one that answers %s', async (_, answer) => {
  expect(await isRight(answering(answer))).toBe(false)
})
