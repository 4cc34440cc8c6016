import { expect, it } from 'vitest'
import { isFontLoaded, loadFont } from './load.ts'

const WORDS = 'Midground 0123'

/** Width in CSS px of WORDS at 100 px on a canvas. */
function width(font: string): number {
  const context = document.createElement('canvas').getContext('2d')!
  context.font = `${font}, monospace`
  return context.measureText(WORDS).width
}

it('changes the width of drawn words once a font is there', async () => {
  const before = width('400 100px Anton')
  expect(before).toBe(width('400 100px "No Such Family"'))
  expect(await loadFont('Anton', 400)).toEqual({
    ok: true,
    value: { family: 'Anton', weight: 400, isSyntheticBold: false },
  })
  expect(Math.abs(width('400 100px Anton') - before)).toBeGreaterThan(50)
})

it('draws 700 with its own file where there is one', async () => {
  await loadFont('Oswald', 400)
  const emboldened = width('700 100px Oswald')
  expect((await loadFont('Oswald', 700)).ok).toBe(true)
  expect(width('700 100px Oswald')).not.toBe(emboldened)
})

it('says so where bold is synthetic', async () => {
  const result = await loadFont('Pacifico', 700)
  expect(result).toEqual({ ok: true, value: { family: 'Pacifico', weight: 700, isSyntheticBold: true } })
  expect(isFontLoaded('Pacifico', 400)).toBe(true)
})

it('asks the server once, however many callers wait', async () => {
  const requests = () =>
    performance.getEntriesByType('resource').filter(({ name }) => name.includes('/lato-400')).length
  await Promise.all([loadFont('Lato', 400), loadFont('Lato', 400), loadFont('Lato', 400)])
  await loadFont('Lato', 400)
  expect(requests()).toBe(1)
})

it('lets one caller give up without spoiling it for another', async () => {
  const abort = new AbortController()
  const first = loadFont('Bitter', 400, abort.signal)
  const second = loadFont('Bitter', 400, new AbortController().signal)
  abort.abort()
  expect(await first).toEqual({ ok: false, error: 'aborted' })
  expect((await second).ok).toBe(true)
})

it('can be asked again after everybody gave up', async () => {
  const abort = new AbortController()
  const first = loadFont('Lora', 400, abort.signal)
  abort.abort()
  expect(await first).toEqual({ ok: false, error: 'aborted' })
  expect((await loadFont('Lora', 400)).ok).toBe(true)
})

it('answers with a code when the family is unknown', async () => {
  expect(await loadFont('Comic Sans MS', 400)).toEqual({ ok: false, error: 'font-failed' })
})
