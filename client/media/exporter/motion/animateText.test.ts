import { expect, it } from 'vitest'
import { motionFields } from '#client/model/document/motion.ts'
import { textStateAt } from './drawFrame.ts'

const { options } = motionFields.text
const moving = options.filter((name) => name !== 'none')

it.each(options)('the text animation %s shows the complete text at the end of the loop', (animation) => {
  for (const time of [0, 0.999, 1]) expect(textStateAt(animation, time, 1, 3)).toEqual({ opacity: 1, down: 0 })
})

it.each(moving)('the text animation %s hides the text before showing it again', (animation) => {
  expect(textStateAt(animation, 0.2, 0, 3).opacity).toBe(0)
  expect(textStateAt(animation, 0.5, 2, 3).opacity).toBe(1)
})

it.each(moving)('the text animation %s changes the opacity without jumps', (animation) => {
  for (let i = 0; i < 1000; i++) {
    const [now, next] = [i, i + 1].map((at) => textStateAt(animation, at / 1000, 1, 3)) as [TextState, TextState]
    expect(Math.abs(next.opacity - now.opacity)).toBeLessThan(0.03)
  }
})

type TextState = ReturnType<typeof textStateAt>

it('the text animation "letters" shows the letters in reading order', () => {
  const opacities = [0, 1, 2, 3].map((i) => textStateAt('letters', 0.34, i, 4).opacity)
  expect(opacities.toSorted((a, b) => b - a)).toEqual(opacities)
  expect(opacities[0]).toBeGreaterThan(opacities[3] ?? 1)
})

it('the text animation "rise" starts below the final position', () => {
  expect(textStateAt('rise', 0.3).down).toBeGreaterThan(0)
})
