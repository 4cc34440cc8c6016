import { expect, it, vi } from 'vitest'
import { AssetStore } from '#client/model/assets/store.ts'
import { edgeColorCacheOf } from './edgeColors.ts'
import { estimateEdgeColors } from './estimateEdgeColors.ts'

vi.mock('./estimateEdgeColors.ts', () => ({ estimateEdgeColors: vi.fn() }))

function setup() {
  const assets = new AssetStore()
  const bitmap = { width: 4, height: 2, close() {} } as unknown as ImageBitmap
  const photo = assets.bitmap(assets.put({ kind: 'bitmap', bitmap, width: 4, height: 2, hasAlpha: false, sha256: '' }))!
  const matteOf = () =>
    assets.matte(assets.put({ kind: 'matte', width: 4, height: 2, coverage: new Uint8Array(8).fill(9) }))!
  const patch = { rect: { x: 0, y: 0, width: 4, height: 2 }, rgba: new Uint8Array(32) }
  vi.mocked(estimateEdgeColors)
    .mockReset()
    .mockResolvedValue({ foreground: [patch], background: [patch] })
  return { assets, photo, matteOf, edges: edgeColorCacheOf(assets) }
}

it('a second request for the same photo and matte reuses the estimated edge colors', async () => {
  const { assets, photo, matteOf, edges } = setup()
  const matte = matteOf()
  expect(edges.get(photo, matte)).toBeNull()
  const [first, second] = await Promise.all([
    edges.estimate(photo, matte),
    edgeColorCacheOf(assets).estimate(photo, matte),
  ])
  expect(second).toBe(first)
  expect(edges.get(photo, matte)).toBe(first)
  expect(first.foreground).toMatchObject({ kind: 'patched', photo })
  expect(estimateEdgeColors).toHaveBeenCalledOnce()
})

it('the cache stores the edge colors of the two most recent mattes', async () => {
  const { photo, matteOf, edges } = setup()
  const mattes = [matteOf(), matteOf(), matteOf(), matteOf()]
  const all = await Promise.all(mattes.map((matte) => edges.estimate(photo, matte)))
  expect(all[1]).toEqual({ foreground: photo, background: photo, isOutdated: false })
  expect(mattes.map((matte) => edges.get(photo, matte) !== null)).toEqual([false, false, true, true])
  expect(vi.mocked(estimateEdgeColors).mock.calls.map(([, matte]) => matte)).toEqual([mattes[2], mattes[3]])
})

it('an edited matte uses the previous edge colors until new edge colors are estimated', async () => {
  const { assets, photo, matteOf, edges } = setup()
  const before = assets.derive({ kind: 'matte', width: 4, height: 2, coverage: matteOf().coverage })
  const { foreground } = await edges.estimate(photo, before)
  const after = assets.derive(before, { before, parts: [] })
  expect(edges.get(photo, before)).toBeNull()
  expect(edges.get(photo, after)).toMatchObject({ foreground, isOutdated: true })
  const fresh = edges.estimate(photo, after)
  expect(edges.get(photo, after)).toMatchObject({ foreground, isOutdated: true })
  await fresh
  expect(edges.get(photo, after)?.isOutdated).toBe(false)
  assets.drop(after)
  expect(edges.get(photo, after)).toBeNull()
})

it('freeing the matte evicts its edge colors', async () => {
  const { assets, photo, matteOf, edges } = setup()
  const matte = matteOf()
  await edges.estimate(photo, matte)
  assets.collect(new Set([photo.id]))
  expect(edges.get(photo, matte)).toBeNull()
})

it("a matte without soft edges uses the photo's colors", async () => {
  const { photo, matteOf, edges } = setup()
  vi.mocked(estimateEdgeColors).mockResolvedValueOnce({ foreground: [], background: [] })
  expect(await edges.estimate(photo, matteOf())).toEqual({ foreground: photo, background: photo, isOutdated: false })
})

it("the photo's colors are used if the estimate of the edge colors fails", async () => {
  const { photo, matteOf, edges } = setup()
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.mocked(estimateEdgeColors).mockRejectedValueOnce(new Error('no memory'))
  expect(await edges.estimate(photo, matteOf())).toEqual({ foreground: photo, background: photo, isOutdated: false })
  expect(complaint).toHaveBeenCalledOnce()
  complaint.mockRestore()
})
