import { expect, it, onTestFinished, vi } from 'vitest'
import { quietSession } from '../../../tests/helpers/session.ts'
import { AssetStore, stringsIn } from './store.ts'

const bitmapOf = () => {
  const close = vi.fn()
  const asset = {
    kind: 'bitmap' as const,
    bitmap: { width: 2, height: 1, close } as unknown as ImageBitmap,
    width: 2,
    height: 1,
    hasAlpha: false,
    sha256: 'ab',
  }
  return { close, asset }
}

it('the asset store frees assets that neither the document nor the history references', () => {
  const store = new AssetStore()
  const kept = bitmapOf()
  const dropped = bitmapOf()
  const a = store.put(kept.asset)
  const b = store.put(dropped.asset)
  const freed: string[] = []
  store.onFreed((id) => freed.push(id))
  store.collect(stringsIn({ photo: { asset: a }, layers: [{ x: 1 }] }))
  expect(freed).toEqual([b])
  expect(dropped.close).toHaveBeenCalledOnce()
  expect(kept.close).not.toHaveBeenCalled()
  expect(store.bitmap(a)?.width).toBe(2)
  expect(store.bitmap(b)).toBeNull()
})

it('bitmap() returns null for the id of a matte', () => {
  const store = new AssetStore()
  const id = store.put({ kind: 'matte', width: 1, height: 1, coverage: new Uint8Array([255]) })
  expect(store.matte(id)?.coverage[0]).toBe(255)
  expect(store.bitmap(id)).toBeNull()
})

it("restoring an identical asset doesn't replace pixels that are in use", () => {
  const store = new AssetStore()
  const [open, decodedAgain] = [bitmapOf(), bitmapOf()]
  const id = store.put(open.asset)
  const matte = store.put({ kind: 'matte', width: 2, height: 1, coverage: Uint8Array.of(0, 255) })
  const [photo, cover] = [store.bitmap(id), store.matte(matte)]
  const freed: string[] = []
  store.onFreed((each) => freed.push(each))
  store.restore([
    { ...decodedAgain.asset, id },
    { kind: 'matte', id: matte, width: 2, height: 1, coverage: Uint8Array.of(0, 255) },
  ])
  expect([store.bitmap(id), store.matte(matte)]).toEqual([photo, cover])
  expect(store.bitmap(id)).toBe(photo)
  expect(store.matte(matte)).toBe(cover)
  expect(open.close).not.toHaveBeenCalled()
  expect(decodedAgain.close).toHaveBeenCalledOnce()
  expect(freed).toEqual([])
})

it.each<[string, (cut: Uint8Array<ArrayBuffer>) => object]>([
  ['another file', () => ({ sha256: 'cd' })],
  ['another size', () => ({ width: 3 })],
  ['another cut-out', (coverage) => ({ source: { blob: new Blob(), cut: { width: 2, height: 1, coverage } } })],
])('restoring an asset with %s replaces the stored asset', (_, changed) => {
  const store = new AssetStore()
  const [old, fresh] = [bitmapOf(), bitmapOf()]
  const source = { blob: new Blob(), cut: { width: 2, height: 1, coverage: Uint8Array.of(1, 2) } }
  const id = store.put({ ...old.asset, source })
  store.restore([{ ...fresh.asset, source, ...changed(Uint8Array.of(1, 3)), id }])
  expect(old.close).toHaveBeenCalledOnce()
  expect(fresh.close).not.toHaveBeenCalled()
  expect(store.bitmap(id)?.bitmap).toBe(fresh.asset.bitmap)
})

/** Returns a session, and a function that replaces the background with an image of `mb` megabytes. */
function sessionWithImages() {
  const session = quietSession()
  const { assets, doc, history } = session
  const replace = (mb: number) => {
    const [width, height] = [1000, mb * 250]
    const asset = assets.put({ ...bitmapOf().asset, width, height })
    history.transact('Background image', () => {
      doc.backdrop = { type: 'image', asset, width, height } as typeof doc.backdrop
    })
    session.collect()
    return asset
  }
  return { ...session, session, replace }
}

it('the oldest undo steps are dropped while their replaced images exceed 512 MB, but not the newest step', () => {
  const { session, assets, doc, history, replace } = sessionWithImages()
  const ids = [200, 200, 200, 200].map(replace)
  expect(ids.map((id) => assets.bitmap(id) !== null)).toEqual([false, true, true, true])
  history.undo()
  history.undo()
  session.collect()
  expect(ids.map((id) => assets.bitmap(id) !== null)).toEqual([false, true, true, true])
  expect(doc.backdrop).toMatchObject({ asset: ids[1] })
  const huge = replace(800)
  const last = replace(10)
  expect([...ids, huge, last].map((id) => assets.bitmap(id) !== null)).toEqual([...Array(4).fill(false), true, true])
  history.undo()
  expect(doc.backdrop).toMatchObject({ asset: huge })
  expect(history.state.undo).toBeNull()
})

it('undo steps without images of their own remain when the newest step exceeds 512 MB', () => {
  const { doc, history, replace } = sessionWithImages()
  replace(600)
  history.transact('Fade', () => {
    doc.tune.image.fade = 50
  })
  replace(10)
  for (let step = 0; step < 3; step++) history.undo()
  expect([doc.tune.image.fade, doc.backdrop.type]).toEqual([0, 'original'])
})

it('records that many undo steps share are searched for assets once', () => {
  const { session, doc, history } = sessionWithImages()
  const layer = { id: 'a', kind: 'draw', strokes: Array.from({ length: 100 }, (_, color) => ({ color })) }
  history.restart(() => Object.assign(doc.layers, { a: layer }))
  const strokes = (doc.layers as unknown as Record<string, typeof layer>).a!.strokes
  for (let step = 0; step < 20; step++) history.transact('Stroke', () => strokes.push({ color: step }))
  const visited = vi.spyOn(Object, 'values')
  onTestFinished(() => visited.mockRestore())
  session.collect()
  expect(visited.mock.calls.length).toBeLessThan(1000)
})
