import { expect, it } from 'vitest'
import { emptyDocument } from '#client/model/document/document.ts'
import { isTuned, resetAll, shownValue, targetsOf, writeValue } from './TuneSlider.tsx'

const BOTH = { foreground: true, background: true }
const FOREGROUND = { foreground: true, background: false }
const BACKGROUND = { foreground: false, background: true }
const NONE = { foreground: false, background: false }

it.each([
  [BOTH, ['image', 'foreground', 'background']],
  [FOREGROUND, ['foreground']],
  [BACKGROUND, ['background']],
  [NONE, []],
] as const)('with the switches %o turned on, a Tune slider changes the enhancements of %o', (switches, targets) => {
  expect(targetsOf(switches)).toEqual(targets)
})

it('a Tune slider sets the same value for every part of the photo whose switch is on', () => {
  const { tune } = emptyDocument()
  writeValue(tune, 'brightness', 500, BOTH)
  writeValue(tune, 'fade', 30, BACKGROUND)
  expect([tune.image.brightness, tune.foreground.brightness, tune.background.brightness]).toEqual([200, 200, 200])
  expect([tune.image.fade, tune.foreground.fade, tune.background.fade]).toEqual([0, 0, 30])
})

it('a Tune slider shows a mixed value if the subject and the background have different values', () => {
  const { tune } = emptyDocument()
  tune.foreground.exposure = 10
  expect(shownValue(tune, 'exposure', BOTH, true)).toEqual({ value: 10, isMixed: true })
  expect(shownValue(tune, 'exposure', BACKGROUND, true)).toEqual({ value: 0, isMixed: false })
  writeValue(tune, 'exposure', 25, BOTH)
  expect(shownValue(tune, 'exposure', BOTH, true)).toEqual({ value: 25, isMixed: false })
})

it('without a subject, a Tune slider shows the value of the whole photo', () => {
  const { tune } = emptyDocument()
  tune.image.fade = 40
  expect(shownValue(tune, 'fade', BOTH, false).value).toBe(40)
  expect(shownValue(tune, 'fade', BOTH, true)).toEqual({ value: 0, isMixed: false })
})

it('a Tune slider shows the neutral value if both switches are off', () => {
  const { tune } = emptyDocument()
  tune.foreground.contrast = 150
  expect(shownValue(tune, 'contrast', NONE, true)).toEqual({ value: 100, isMixed: false })
})

it('resetting all Tune sliders changes only the parts of the photo whose switch is on', () => {
  const { tune } = emptyDocument()
  tune.foreground.blur = 3
  tune.background.blur = 5
  resetAll(tune, FOREGROUND)
  expect([tune.foreground.blur, tune.background.blur]).toEqual([0, 5])
  expect(isTuned(tune, FOREGROUND)).toBe(false)
  expect(isTuned(tune, BOTH)).toBe(true)
})
