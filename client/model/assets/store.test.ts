import { expect, it, vi } from 'vitest'
import { createAssetStore, namesIn } from './store.ts'

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

it('frees what neither document nor history names, and tells who derived from it', () => {
  const store = createAssetStore()
  const kept = bitmapOf()
  const dropped = bitmapOf()
  const a = store.put(kept.asset)
  const b = store.put(dropped.asset)
  const freed: string[] = []
  store.onFreed((id) => freed.push(id))
  store.collect(namesIn({ photo: { asset: a }, layers: [{ x: 1 }] }))
  expect(freed).toEqual([b])
  expect(dropped.close).toHaveBeenCalledOnce()
  expect(kept.close).not.toHaveBeenCalled()
  expect(store.bitmap(a)?.width).toBe(2)
  expect(store.bitmap(b)).toBeNull()
})

it('gives a matte only to those who ask for a matte', () => {
  const store = createAssetStore()
  const id = store.put({ kind: 'matte', width: 1, height: 1, coverage: new Uint8Array([255]) })
  expect(store.matte(id)?.coverage[0]).toBe(255)
  expect(store.bitmap(id)).toBeNull()
})
