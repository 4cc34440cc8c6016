import variable from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import { expect, it } from 'vitest'
import { isFontLoaded, loadFont } from '../load.ts'
import { FONTS_REVISION } from '../revision.ts'
import { checkFont, connectFontStore, type FontStore, importFont, MAX_FONT_BYTES, removeFont } from './importFont.ts'
import { familyLabel, isOwnId, ownFonts } from './ownFonts.ts'
import { sfnt } from './testing.ts'

const anton = async (name = 'anton.woff2') => {
  const response = await fetch(`/fonts/${FONTS_REVISION}/anton-400.woff2`)
  return new File([await response.arrayBuffer()], name)
}

function store(isKind = true): FontStore & { ids: string[] } {
  const ids: string[] = []
  return {
    ids,
    list: async () => [],
    put: async ({ id }) => isKind && ids.push(id) > 0,
    remove: async (id) => void ids.splice(ids.indexOf(id), 1),
  }
}

const widthIn = (family: string) => {
  const context = document.createElement('canvas').getContext('2d')!
  context.font = `400 100px "${family}", monospace`
  return context.measureText('Midground').width
}

it('an imported font is stored under the hash of its bytes', async () => {
  const kept = store()
  await connectFontStore(kept)
  const brought = await importFont(await anton('My Poster.woff2'))
  if (!brought.ok) throw new Error(brought.error)
  const { id, name } = brought.value.font
  expect(isOwnId(id)).toBe(true)
  expect(brought.value.isKept).toBe(true)
  expect(name).toBe('My Poster')
  expect(familyLabel(id)).toBe('My Poster')
  expect(kept.ids).toEqual([id])
  const before = widthIn(id)
  expect(await loadFont(id, 700)).toBe(true)
  expect(isFontLoaded(id, 700)).toBe(true)
  expect(widthIn(id)).not.toBe(before)

  await removeFont(id)
  expect(kept.ids).toEqual([])
  expect(ownFonts()).toEqual([])
  expect(isFontLoaded(id, 700), 'a font that a text uses stays loaded').toBe(true)
})

it.each([
  ['a variable WOFF2 file', variable, [400, 700]],
  ['a WOFF2 file of one weight', `/fonts/${FONTS_REVISION}/anton-400.woff2`, [400]],
])('importing %s finds the weights that the font file contains', async (_, url, weights) => {
  const checked = await checkFont(await (await fetch(url)).blob(), 'Font')
  expect(checked).toMatchObject({ ok: true, value: { weights } })
})

it("a font that can't be stored is still imported", async () => {
  await connectFontStore(store(false))
  const brought = await importFont(await anton())
  expect(brought).toMatchObject({ ok: true, value: { isKept: false } })
  if (brought.ok) await removeFont(brought.value.font.id)
})

it.each([
  ['an image', new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47])], 'a.ttf'), 'not-a-font'],
  ['a font without glyphs', new File([sfnt([])], 'a.ttf'), 'damaged'],
  ['the first bytes of a WOFF2 file', new File(['wOF2 and nothing'], 'a.woff2'), 'damaged'],
  ['a file above the size limit', new File([new Uint8Array(MAX_FONT_BYTES + 1)], 'a.otf'), 'too-large'],
])('importFont rejects %s', async (_, file, error) => {
  expect(await importFont(file)).toEqual({ ok: false, error })
  expect(ownFonts()).toEqual([])
})

it('importFont rejects a truncated font', async () => {
  const whole = await anton()
  expect(await checkFont(whole.slice(0, whole.size / 2), 'half')).toEqual({ ok: false, error: 'damaged' })
})
