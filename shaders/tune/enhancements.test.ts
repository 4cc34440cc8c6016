/** Checks every row of the table. `tests/pixels/tune.gpu.test.ts` checks the pixels. */
import { expect, it } from 'vitest'
import { conform, defaults } from '#client/kit/values/fields.ts'
import { ENHANCEMENTS, type EnhancementName, namesIn, rowOf, SECTIONS, tuneFields } from './enhancements.ts'
import { STEPS, tuneUniforms } from './steps.ts'

const NAMES = Object.keys(ENHANCEMENTS) as EnhancementName[]

it.each(NAMES)('the enhancement %s is neutral at its default', (name) => {
  expect(tuneUniforms({ ...defaults(tuneFields), [name]: rowOf(name).field.default }).flags).toBe(0)
})

it.each(NAMES)('the Tune panel contains the enhancement %s once', (name) => {
  expect(SECTIONS.flatMap(({ id }) => namesIn(id)).filter((other) => other === name)).toEqual([name])
})

it('the Tune panel shows the enhancements in the order of the specification', () => {
  const order: [string, string[]][] = [
    ['Light', ['exposure', 'brightness', 'contrast', 'highlights', 'shadows', 'blacks']],
    ['Color', ['saturation', 'fade']],
    ['Detail', ['sharpness', 'blur']],
    ['Effects', []],
  ]
  const specified = new Set(order.flatMap(([, names]) => names))
  const shown = SECTIONS.map(({ id, title }) => [title, namesIn(id).filter((name) => specified.has(name))])
  expect(shown).toEqual(order)
})

it('no two shader steps of Tune share a flag, function or uniform', () => {
  for (const names of [
    STEPS.flatMap(({ flags }) => flags),
    STEPS.map(({ call }) => call),
    STEPS.flatMap(({ uniforms }) => Object.keys(uniforms)),
  ])
    expect(new Set(names).size).toBe(names.length)
})

it.each(STEPS.map((step) => [step.call, step] as const))(
  'the GLSL code of the step %s declares the function and uniforms that it uses',
  (_, { glsl, call, uniforms }) => {
    expect(glsl).toContain(`vec3 ${call}(vec3 color, Surroundings here)`)
    for (const name of Object.keys(uniforms)) expect(glsl).toMatch(new RegExp(`uniform \\w+ ${name};`))
  },
)

it('missing enhancements of an older document get neutral values', () => {
  const old = { ...defaults(tuneFields), exposure: 30 } as Record<string, number>
  for (const name of ['vignette', 'vignetteSize', 'vignetteSoftness']) delete old[name]
  const read = conform(tuneFields, old)
  expect(read).toEqual({ ...defaults(tuneFields), exposure: 30 })
  expect([...tuneUniforms(read).active]).toEqual(['TONE', 'SHOULDER'])
})
