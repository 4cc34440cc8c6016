import { expect, it } from 'vitest'
import { type Fonts, freezeFailedFonts } from './fonts.ts'

it("a font that failed during an export isn't requested again in that export", async () => {
  const here = new Set<string>()
  const fonts: Fonts = {
    isLoaded: (family) => here.has(family),
    load: async (family) => here.has(family),
    retry: () => expect.unreachable(),
  }
  const settled = freezeFailedFonts(fonts)
  const { signal } = new AbortController()
  expect(await settled.load('Anton', 400, 'Ł', signal)).toBe(false)
  here.add('Anton').add('Lato')
  expect(settled.isLoaded('Anton', 400, 'Ł')).toBe(false)
  expect(await settled.load('Anton', 400, 'Ł', signal)).toBe(false)
  settled.retry('Anton', 400, 'Ł')
  expect(await settled.load('Lato', 400, '', signal)).toBe(true)
  expect(settled.isLoaded('Lato', 400, '')).toBe(true)
})

it("an aborted request doesn't mark the font as failed", async () => {
  let isHere = false
  const settled = freezeFailedFonts({
    isLoaded: () => isHere,
    load: async () => false,
    retry: () => {},
  })
  await settled.load('Anton', 400, 'Ł', AbortSignal.abort())
  isHere = true
  expect(settled.isLoaded('Anton', 400, 'Ł')).toBe(true)
})
