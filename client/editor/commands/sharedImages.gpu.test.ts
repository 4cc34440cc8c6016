/** Tests pasting image layers in another tab. Two sessions on one page stand for two tabs. */
import { expect, it, onTestFinished, vi } from 'vitest'
import { sha256 } from '#client/kit/bytes/sha256.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import { addLayer } from '#client/layers/actions.ts'
import { serializeLayers } from '#client/layers/clipboard.ts'
import { applyMatte } from '#client/layers/overlay/applyMatte.ts'
import { newLayer } from '#client/layers/registry.ts'
import { pixelsOf } from '#client/model/assets/pixels.ts'
import type { Coverage } from '#client/model/assets/store.ts'
import { type Document, emptyDocument } from '#client/model/document/document.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { separatedSession } from '../../../tests/helpers/session.ts'
import { replaceDocument } from '../flows/importPicture.ts'
import { pasteFromTab } from './clipboard.ts'
import { shareImages } from './sharedImages.ts'

const SIZE = { width: 4, height: 2 }

/** Opens a simulated tab that shares its images. */
function openTab() {
  const toast = vi.fn()
  const session = separatedSession({ toast })
  const close = shareImages(session.assets)
  onTestFinished(close)
  return { session, toast, close }
}

/** Adds an image layer from a green file. Returns the layer's serialized form and the image's id. */
async function withImage({ assets, ...session }: Session, cut: Coverage | null = null) {
  const context = new OffscreenCanvas(SIZE.width, SIZE.height).getContext('2d')!
  context.fillStyle = '#00ff00'
  context.fillRect(0, 0, SIZE.width, SIZE.height)
  const blob = await context.canvas.convertToBlob()
  const decoded = await createImageBitmap(blob)
  const bitmap = cut ? await applyMatte(decoded, cut) : decoded
  const hash = await sha256(new Uint8Array(await blob.arrayBuffer()))
  const image = {
    kind: 'bitmap',
    bitmap,
    ...SIZE,
    hasAlpha: cut !== null,
    sha256: hash,
    source: { blob, cut },
  } as const
  const content = assets.put(image)
  const id = addLayer({ assets, ...session }, 'sticker', { type: 'image', content }) as LayerId
  return { packed: serializeLayers(snapshotOf({ assets, ...session }), [id])!, content }
}

const stickers = ({ doc }: Session) => Object.values(doc.layers).filter(({ kind }) => kind === 'sticker')

it.each<[string, Coverage | null, alpha: number]>([
  ['an image', null, 255],
  ['a cut-out', { ...SIZE, coverage: new Uint8Array(8).fill(51) }, 51],
])('%s is pasted in another tab with its pixels', async (_, cut, alpha) => {
  const [from, to] = [openTab(), openTab()]
  const { packed, content } = await withImage(from.session, cut)
  await pasteFromTab(to.session, packed)
  expect(stickers(to.session)).toMatchObject([{ type: 'image', content }])
  const { bitmap } = to.session.assets.bitmap(content)!
  expect([...pixelsOf(bitmap).data.subarray(0, 4)]).toEqual([0, 255, 0, alpha])
  expect(to.toast).not.toHaveBeenCalled()
  to.session.history.undo()
  expect(stickers(to.session)).toEqual([])
})

it('if several images were copied, the tab that has all of them responds', async () => {
  const [second, first, to] = [openTab(), openTab(), openTab()] // the other tab answers first
  const one = await withImage(first.session)
  await pasteFromTab(second.session, one.packed)
  await withImage(first.session, { ...SIZE, coverage: new Uint8Array(8).fill(51) })
  const all = serializeLayers(snapshotOf(first.session), first.session.doc.order)!
  await pasteFromTab(to.session, all)
  expect(stickers(to.session)).toHaveLength(2)
  expect(to.toast).not.toHaveBeenCalled()
})

it('a copied image can be pasted after another photo is opened', async () => {
  const { session, toast } = openTab()
  const { packed } = await withImage(session)
  session.ui.copied = packed
  const { photo, separation } = snapshotOf(session)
  const next = { ...emptyDocument(), photo, separation } as Document
  newLayer(next, 'background')
  replaceDocument(session, next)
  await pasteFromTab(session, packed)
  expect(stickers(session)).toHaveLength(1)
  expect(toast).not.toHaveBeenCalled()
})

it('pasting an image after its tab is closed shows a message instead of adding a layer', async () => {
  const [from, to] = [openTab(), openTab()]
  const { packed } = await withImage(from.session)
  from.close()
  await pasteFromTab(to.session, packed)
  expect(stickers(to.session)).toEqual([])
  const description = expect.stringContaining('while the tab they were copied from is open')
  expect(to.toast).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ description }))
})

it('a newer paste cancels a paste that is waiting for another tab', async () => {
  const [from, to] = [openTab(), openTab()]
  const { packed } = await withImage(from.session)
  await Promise.all([pasteFromTab(to.session, packed), pasteFromTab(to.session, packed)])
  expect(stickers(to.session)).toHaveLength(1)
})

it("a tab doesn't send the subject's mask to another tab", async () => {
  const [from, to] = [openTab(), openTab()]
  const { matte } = from.session.doc.separation!
  const forged = JSON.stringify({ layers: [{ kind: 'sticker', type: 'image', content: matte }] })
  await pasteFromTab(to.session, forged)
  expect(to.session.assets.matte(matte)).toBeNull()
})
