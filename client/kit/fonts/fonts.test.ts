import { expect, it, vi } from 'vitest'
import { type Fonts, freezeFailedFonts, liveFonts } from './fonts.ts'
import { loadedFilesOf, onFontLoaded } from './load.ts'
import { listTestFont } from './own/testing.ts'

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

it('text in an imported font is ready offline, and gets the letters of the default family later', async () => {
  let isOnline = false
  const fetchFile = vi.fn(async () => {
    if (!isOnline) throw new TypeError('Failed to fetch')
    return new Response(new ArrayBuffer(1))
  })
  const face = [listTestFont('1', fetchFile), 400, 'Ж'] as const
  const { signal } = new AbortController()
  const exported = freezeFailedFonts()
  expect(liveFonts.isLoaded(...face)).toBe(false)
  expect(await liveFonts.load(...face, signal)).toBe(true)
  expect(fetchFile).toHaveBeenCalledTimes(2)
  expect(liveFonts.isLoaded(...face)).toBe(true)
  expect(exported.isLoaded(...face), 'an export tries the missing files once').toBe(false)
  expect(await exported.load(...face, signal)).toBe(true)
  expect(exported.isLoaded(...face)).toBe(true)
  expect(loadedFilesOf(...face)).toBe(1)

  isOnline = true
  const now = performance.now()
  vi.spyOn(performance, 'now').mockReturnValue(now + 6000)
  const repaint = vi.fn()
  const stop = onFontLoaded(repaint)
  liveFonts.retry(...face)
  await expect.poll(() => loadedFilesOf(...face)).toBe(3)
  expect(repaint).toHaveBeenCalledTimes(2)
  stop()
})
