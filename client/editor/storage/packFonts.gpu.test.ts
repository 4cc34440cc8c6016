import { expect, it } from 'vitest'
import type { LayerId } from '../../kit/base/ids.ts'
import { checkFont } from '../../kit/fonts/own/importFont.ts'
import { listFont, unlistFont } from '../../kit/fonts/own/ownFonts.ts'
import { FONTS_REVISION } from '../../kit/fonts/revision.ts'
import { newLayer } from '../../layers/newLayer.ts'
import { emptyDocument } from '../../model/document/document.ts'
import { packFonts, unpackFonts } from './packFonts.ts'

async function fontIn(document: ReturnType<typeof emptyDocument>) {
  const response = await fetch(`/fonts/${FONTS_REVISION}/anton-400.woff2`)
  const checked = await checkFont(await response.blob(), 'My Poster')
  if (!checked.ok) throw new Error(checked.error)
  listFont(checked.value)
  const id: LayerId = newLayer(document, 'text', { fontFamily: checked.value.id })
  return { id, font: checked.value }
}

it('packs the fonts that the document uses, and no others', async () => {
  const document = emptyDocument()
  const { id, font } = await fontIn(document)
  const { fonts, parts } = await packFonts(document)
  expect(fonts.map(({ name }) => name)).toEqual(['My Poster'])
  const read = await unpackFonts(fonts, async (hash) => parts.get(hash) ?? null)
  expect(read).toMatchObject({ ok: true, value: [{ id: font.id, name: 'My Poster' }] })
  delete document.layers[id]
  expect((await packFonts(document)).fonts).toEqual([])
  unlistFont(font.id)
})

it('fails when a font is missing or another one', async () => {
  const document = emptyDocument()
  const { font } = await fontIn(document)
  const { fonts, parts } = await packFonts(document)
  expect(await unpackFonts(fonts, async () => null)).toEqual({ ok: false, error: 'damaged' })
  const [blob] = parts.values()
  const renamed = [{ name: 'x', part: '0'.repeat(64) }]
  expect(await unpackFonts(renamed, async () => blob!)).toEqual({ ok: false, error: 'damaged' })
  expect(await unpackFonts(fonts, async () => blob!.slice(0, 500))).toEqual({ ok: false, error: 'damaged' })
  unlistFont(font.id)
})
