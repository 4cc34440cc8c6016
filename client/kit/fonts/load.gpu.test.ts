import { expect, it, vi } from 'vitest'
import { isFontLoaded, loadedFonts, loadFont, onFontLoaded, retryFont } from './load.ts'

const WORDS = 'Midground 0123'

/** Returns the width of WORDS on a canvas, in CSS px. `font`: a CSS font without a fallback. */
function width(font: string): number {
  const context = document.createElement('canvas').getContext('2d')!
  context.font = `${font}, monospace`
  return context.measureText(WORDS).width
}

it('loading a font changes the width of text that is drawn in the font', async () => {
  const before = width('400 100px Anton')
  expect(before).toBe(width('400 100px "No Such Family"'))
  expect(await loadFont('Anton', 400)).toBe(true)
  expect(Math.abs(width('400 100px Anton') - before)).toBeGreaterThan(50)
})

it('loadFont loads the bold file of a family that has a bold file', async () => {
  await loadFont('Oswald', 400)
  const emboldened = width('700 100px Oswald')
  expect(await loadFont('Oswald', 700)).toBe(true)
  expect(width('700 100px Oswald')).not.toBe(emboldened)
})

it('loadFont loads the regular file of a family without a bold file', async () => {
  expect(await loadFont('Pacifico', 700)).toBe(true)
  expect(isFontLoaded('Pacifico', 400)).toBe(true)
})

it('any number of callers of loadFont share one request', async () => {
  const requests = () =>
    performance.getEntriesByType('resource').filter(({ name }) => name.includes('/lato-400')).length
  await Promise.all([loadFont('Lato', 400), loadFont('Lato', 400), loadFont('Lato', 400)])
  await loadFont('Lato', 400)
  expect(requests()).toBe(1)
})

it("an abort by one caller doesn't abort the request of the other callers", async () => {
  const abort = new AbortController()
  const first = loadFont('Bitter', 400, '', abort.signal)
  const second = loadFont('Bitter', 400, '', new AbortController().signal)
  abort.abort()
  expect(await first).toBe(false)
  expect(await second).toBe(true)
})

it('a font can be loaded after its first request was aborted', async () => {
  const abort = new AbortController()
  const first = loadFont('Lora', 400, '', abort.signal)
  abort.abort()
  expect(await first).toBe(false)
  expect(await loadFont('Lora', 400)).toBe(true)
})

it('loadFont fails for an unknown family and loads the default family for its letters', async () => {
  expect(isFontLoaded('Inter', 400, 'Ж')).toBe(false)
  expect(await loadFont('Comic Sans MS', 400, 'Ж')).toBe(false)
  expect(isFontLoaded('Inter', 400, 'Ж')).toBe(true)
})

it('retryFont requests a failed font again only after a pause', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  expect(await loadFont('Caveat', 400)).toBe(false)
  retryFont('Caveat', 400)
  expect(fetched).toHaveBeenCalledTimes(1)

  fetched.mockRestore()
  const now = performance.now()
  vi.spyOn(performance, 'now').mockReturnValue(now + 6000)
  const [before, told] = [loadedFonts(), vi.fn()]
  const stop = onFontLoaded(told)
  retryFont('Caveat', 400)
  await expect.poll(() => isFontLoaded('Caveat', 400)).toBe(true)
  expect(told).toHaveBeenCalledTimes(1)
  expect(loadedFonts()).toBe(before + 1)
  stop()
})
