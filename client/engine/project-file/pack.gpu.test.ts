import { expect, it, vi } from 'vitest'
import { checkFont } from '#client/kit/fonts/own/importFont.ts'
import { forgetFonts, listFont, unlistFont } from '#client/kit/fonts/own/ownFonts.ts'
import { FONTS_REVISION } from '#client/kit/fonts/revision.ts'
import type { AssetId, LayerId } from '#client/kit/values/ids.ts'
import { ok } from '#client/kit/values/result.ts'
import { newLayer } from '#client/layers/registry.ts'
import { emptyDocument } from '#client/model/document/document.ts'
import { packDocument } from './pack.ts'
import type { FontEntry } from './project.ts'
import { unpackProject } from './unpack.ts'

const unpack = (fonts: readonly FontEntry[], part: (hash: string) => Promise<Blob | null>) =>
  unpackProject({ document: emptyDocument(), assets: [], fonts }, { part } as never, new AbortController().signal)

async function fontIn(document: ReturnType<typeof emptyDocument>) {
  const response = await fetch(`/fonts/${FONTS_REVISION}/anton-400.woff2`)
  const checked = await checkFont(await response.blob(), 'My Poster')
  if (!checked.ok) throw new Error(checked.error)
  listFont(checked.value)
  const id: LayerId = newLayer(document, 'text', { fontFamily: checked.value.id })
  return { id, font: checked.value }
}

it('a project contains only the fonts that its document uses', async () => {
  const document = emptyDocument()
  const { id, font } = await fontIn(document)
  const { fonts, parts } = await packDocument(document, [])
  expect(fonts.map(({ name }) => name)).toEqual(['My Poster'])
  const read = await unpack(fonts, async (hash) => parts.get(hash) ?? null)
  expect(read).toMatchObject({ ok: true, value: { fonts: [{ id: font.id, name: 'My Poster' }] } })
  delete document.layers[id]
  expect((await packDocument(document, [])).fonts).toEqual([])
  unlistFont(font.id)
})

it('unpacking names the fonts that are missing or damaged', async () => {
  const document = emptyDocument()
  await fontIn(document)
  const { fonts, parts } = await packDocument(document, [])
  forgetFonts()
  const lost = (name: string) => ({ ok: true, value: { assets: [], fonts: [], lostFonts: [name] } })
  expect(await unpack(fonts, async () => null)).toEqual(lost('My Poster'))
  const [blob] = parts.values()
  const renamed = [{ name: 'x', part: '0'.repeat(64) }]
  expect(await unpack(renamed, async () => blob!)).toEqual(lost('x'))
  expect(await unpack(fonts, async () => blob!.slice(0, 500))).toEqual(lost('My Poster'))
})

it('a file used as the photo and as several images is decoded twice in total', async () => {
  const canvas = new OffscreenCanvas(8, 4)
  canvas.getContext('2d')?.fillRect(0, 0, 8, 4)
  const document = emptyDocument()
  document.photo = { asset: 'a' as AssetId, name: 'a.png', width: 8, height: 4, hasAlpha: false }
  const entry = (id: string) =>
    ({ kind: 'bitmap', id: id as AssetId, part: '0'.repeat(64), width: 8, height: 4, cut: null }) as const
  const blob = await canvas.convertToBlob()
  const decode = vi.fn(async () => {
    const bitmap = await createImageBitmap(canvas)
    return ok({ bitmap, width: 8, height: 4, hasAlpha: false, blob, sha256: '0'.repeat(64) })
  })
  const deps = { part: async () => blob, decode } as never
  const assets = ['a', 'b', 'c', 'd'].map(entry)
  const read = await unpackProject({ document, assets, fonts: [] }, deps, new AbortController().signal)
  if (!read.ok) throw new Error(read.error)
  expect(decode).toHaveBeenCalledTimes(2)
  expect(read.value.assets.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
  for (const asset of read.value.assets) {
    if (asset.kind !== 'bitmap') throw new Error('no bitmap')
    expect([asset.bitmap.width, asset.bitmap.height]).toEqual([8, 4])
    asset.bitmap.close()
  }
})
