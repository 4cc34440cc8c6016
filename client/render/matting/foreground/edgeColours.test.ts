import { expect, it, vi } from 'vitest'
import { createAssetStore } from '../../../model/assets/store.ts'
import { estimateEdges } from './estimateEdgeColours.ts'
import { edgesOf } from './edgeColours.ts'

vi.mock('./estimateEdgeColours.ts', () => ({ estimateEdges: vi.fn() }))

function setup() {
  const assets = createAssetStore()
  const bitmap = { width: 4, height: 2, close() {} } as unknown as ImageBitmap
  const photo = assets.bitmap(assets.put({ kind: 'bitmap', bitmap, width: 4, height: 2, hasAlpha: false, sha256: '' }))!
  const matteOf = () =>
    assets.matte(assets.put({ kind: 'matte', width: 4, height: 2, coverage: new Uint8Array(8).fill(9) }))!
  const patch = { rect: { x: 0, y: 0, width: 4, height: 2 }, rgba: new Uint8Array(32) }
  vi.mocked(estimateEdges)
    .mockReset()
    .mockResolvedValue({ front: [patch], behind: [patch] })
  return { assets, photo, matteOf, edges: edgesOf(assets) }
}

it('estimates once per photo and matte, whoever asks', async () => {
  const { assets, photo, matteOf, edges } = setup()
  const matte = matteOf()
  expect(edges.ready(photo, matte)).toBeNull()
  const [first, second] = await Promise.all([edges.build(photo, matte), edgesOf(assets).build(photo, matte)])
  expect(second).toBe(first)
  expect(edges.ready(photo, matte)).toBe(first)
  expect(first.front).toMatchObject({ kind: 'patched', photo })
  expect(estimateEdges).toHaveBeenCalledOnce()
})

it('keeps those of the last two mattes, and leaves out what nobody waits for any more', async () => {
  const { photo, matteOf, edges } = setup()
  const mattes = [matteOf(), matteOf(), matteOf(), matteOf()]
  const all = await Promise.all(mattes.map((matte) => edges.build(photo, matte)))
  expect(all[1]).toEqual({ front: photo, behind: photo, isOutdated: false })
  expect(mattes.map((matte) => edges.ready(photo, matte) !== null)).toEqual([false, false, true, true])
  expect(vi.mocked(estimateEdges).mock.calls.map(([, matte]) => matte)).toEqual([mattes[2], mattes[3]])
})

it('keeps the old ones for a matte that is edited until the new ones are there', async () => {
  const { assets, photo, matteOf, edges } = setup()
  const before = assets.derive({ kind: 'matte', width: 4, height: 2, coverage: matteOf().coverage })
  const { front } = await edges.build(photo, before)
  const after = assets.derive(before, { before, parts: [] })
  expect(edges.ready(photo, before)).toBeNull()
  expect(edges.ready(photo, after)).toMatchObject({ front, isOutdated: true })
  const fresh = edges.build(photo, after)
  expect(edges.ready(photo, after)).toMatchObject({ front, isOutdated: true })
  await fresh
  expect(edges.ready(photo, after)?.isOutdated).toBe(false)
  assets.drop(after)
  expect(edges.ready(photo, after)).toBeNull()
})

it('forgets them with the matte', async () => {
  const { assets, photo, matteOf, edges } = setup()
  const matte = matteOf()
  await edges.build(photo, matte)
  assets.collect(new Set([photo.id]))
  expect(edges.ready(photo, matte)).toBeNull()
})

it('is the photo itself where there is no edge, or no estimate can be had', async () => {
  const { photo, matteOf, edges } = setup()
  vi.mocked(estimateEdges).mockResolvedValueOnce({ front: [], behind: [] })
  expect(await edges.build(photo, matteOf())).toEqual({ front: photo, behind: photo, isOutdated: false })
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.mocked(estimateEdges).mockRejectedValueOnce(new Error('no memory'))
  expect(await edges.build(photo, matteOf())).toEqual({ front: photo, behind: photo, isOutdated: false })
  expect(complaint).toHaveBeenCalledOnce()
  complaint.mockRestore()
})
