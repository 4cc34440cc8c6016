import { expect, it } from 'vitest'
import { err, ok } from '../base/result.ts'
import { type Fonts, freezeFailedFonts } from './fonts.ts'

it('an export keeps a failed font missing while other fonts load', async () => {
  const here = new Set<string>()
  const fonts: Fonts = {
    isLoaded: (family) => here.has(family),
    load: async (family, weight) =>
      here.has(family) ? ok({ family, weight, isSyntheticBold: false }) : err('font-failed'),
    retry: () => expect.unreachable(),
  }
  const settled = freezeFailedFonts(fonts)
  const { signal } = new AbortController()
  expect(await settled.load('Anton', 400, signal)).toEqual(err('font-failed'))
  here.add('Anton').add('Lato')
  expect(settled.isLoaded('Anton', 400)).toBe(false)
  expect(await settled.load('Anton', 400, signal)).toEqual(err('font-failed'))
  settled.retry('Anton', 400)
  expect((await settled.load('Lato', 400, signal)).ok).toBe(true)
  expect(settled.isLoaded('Lato', 400)).toBe(true)
})

it('an aborted request does not count as a failed font', async () => {
  let isHere = false
  const settled = freezeFailedFonts({
    isLoaded: () => isHere,
    load: async () => err('aborted'),
    retry: () => {},
  })
  await settled.load('Anton', 400, new AbortController().signal)
  isHere = true
  expect(settled.isLoaded('Anton', 400)).toBe(true)
})
