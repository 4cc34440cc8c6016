import { expect, it, vi } from 'vitest'
import { draftProgram, programFor, type Variant } from '#shaders/photo/photo.ts'
import { FLAGS } from '#shaders/tune/steps.ts'
import { sharedRenderer } from '../helpers/gpu.ts'

const renderer = await sharedRenderer()

const VARIANT: Variant = {
  sampling: 'EXACT',
  base: 'SHARP',
  role: 'WHOLE',
  hasAlpha: false,
  isEraser: false,
  isPlain: false,
  space: 'srgb',
}

/**
 * Mocks the WebGL extension that compiles shaders in the background and reports when they are ready. `null`: the
 * browser lacks the extension.
 */
function compiler(isDone: (() => boolean) | null) {
  const COMPLETION_STATUS_KHR = 0x91b1
  const { gl } = renderer
  const getProgramParameter = gl.getProgramParameter.bind(gl)
  vi.spyOn(gl, 'getExtension').mockImplementation(() => (isDone && { COMPLETION_STATUS_KHR }) as never)
  vi.spyOn(gl, 'getProgramParameter').mockImplementation((program, name) =>
    name === COMPLETION_STATUS_KHR ? isDone?.() : getProgramParameter(program, name),
  )
}

it('draftProgram returns the generic shader program until the specialized program is compiled', () => {
  let isDone = false
  compiler(() => isDone)
  const flags = (FLAGS.TONE ?? 0) | (FLAGS.AFFINE ?? 0)
  expect(draftProgram(renderer, VARIANT, flags)).toBe(programFor(VARIANT, null))
  expect(draftProgram(renderer, VARIANT, flags)).toBe(programFor(VARIANT, null))
  isDone = true
  expect(draftProgram(renderer, VARIANT, flags)).toBe(programFor(VARIANT, flags))
})

it('a photo without enhancements does not wait for its specialized shader program', () => {
  compiler(() => false)
  expect(draftProgram(renderer, VARIANT, 0)).toBe(programFor(VARIANT, 0))
  compiler(null)
  expect(draftProgram(renderer, VARIANT, FLAGS.AFFINE ?? 0)).toBe(programFor(VARIANT, FLAGS.AFFINE ?? 0))
})
