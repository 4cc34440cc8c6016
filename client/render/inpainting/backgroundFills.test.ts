import { expect, it, vi } from 'vitest'
import { AssetStore, type BitmapAsset, type MatteAsset, type Patch } from '#client/model/assets/store.ts'
import { BackgroundFills } from './backgroundFills.ts'
import type { FillSettings } from './fillFields.ts'
import { fillCoverage } from './holes.ts'

const SIZE = { width: 8, height: 8 }
const SETTINGS: FillSettings = { enabled: true, seed: 0, strokes: [] }
const PATCH: Patch = { rect: { x: 0, y: 0, width: 1, height: 1 }, rgba: new Uint8Array(4) }

/** Creates the fills. `finish` completes the running inpainting. */
function setUp() {
  const assets = new AssetStore()
  const bitmap = { ...SIZE, close: () => {} } as ImageBitmap
  const id = assets.put({ kind: 'bitmap', bitmap, ...SIZE, hasAlpha: false, sha256: '0' })
  const photo = assets.bitmap(id) as BitmapAsset
  const matteId = assets.put({ kind: 'matte', ...SIZE, coverage: new Uint8Array(64).fill(9) })
  const matte = assets.matte(matteId) as MatteAsset
  const runs: { seed: number; signal: AbortSignal; tell(share: number): void; finish(): void; fail(): void }[] = []
  const inpaint = vi.fn(
    (_: unknown, __: Uint8Array, options: { seed: number; signal: AbortSignal; onProgress?(share: number): void }) =>
      new Promise<Patch[]>((resolve, reject) => {
        options.signal.addEventListener('abort', () => reject(options.signal.reason))
        runs.push({
          seed: options.seed,
          signal: options.signal,
          tell: (share) => options.onProgress?.(share),
          finish: () => resolve([PATCH]),
          fail: () => reject(new Error('no memory')),
        })
      }),
  )
  const fills = new BackgroundFills(assets, inpaint)
  const request = (seed = 0) => ({ photo, matte, settings: { ...SETTINGS, seed } })
  /** Computes a fill for the screen and waits for its end. */
  const fill = async (seed = 0) => {
    const done = fills.compute(request(seed), true)
    runs.at(-1)?.finish()
    await done
  }
  return { assets, fills, inpaint, runs, request, fill, photo, matte }
}

it('two requests for one background fill share one computation', async () => {
  const { fills, inpaint, runs, request } = setUp()
  expect(fills.get(request())).toBeNull()
  const first = fills.compute(request(), true)
  expect(fills.compute(request(), false)).toBe(first)
  runs[0]?.finish()
  await first
  expect(fills.get(request())).toMatchObject({ isOutdated: false, picture: { patches: [PATCH] } })
  expect(fills.isMissing(request(), true)).toBe(false)
  expect(inpaint).toHaveBeenCalledTimes(1)
})

it('a newer request aborts unfinished fills for the screen, but not fills for an export', async () => {
  const { fills, runs, request } = setUp()
  const old = fills.compute(request(1), true)
  const kept = fills.compute(request(2), false)
  const newest = fills.compute(request(3), true)
  expect(runs.map(({ signal }) => signal.aborted)).toEqual([true, false, false])
  await old
  for (const run of runs) run.finish()
  await Promise.all([kept, newest])
  expect(fills.get(request(2))?.isOutdated).toBe(false)
  expect(fills.get(request(3))?.isOutdated).toBe(false)
})

it('both fills are computed if one frame needs the fills of two holes', async () => {
  const { assets, fills, runs, request } = setUp()
  const other = assets.put({ kind: 'matte', ...SIZE, coverage: new Uint8Array(64).fill(7) })
  const second = { ...request(), matte: assets.matte(other) as MatteAsset }
  const both = [fills.compute(request(), true), fills.compute(second, true)]
  for (const run of runs) run.finish()
  await Promise.all(both)
  expect([fills.get(request()), fills.get(second)].map((fill) => fill?.isOutdated)).toEqual([false, false])
})

it('a frame aborts the unfinished fill of another hole in an earlier frame', async () => {
  const { assets, fills, runs, request } = setUp()
  const other = assets.put({ kind: 'matte', ...SIZE, coverage: new Uint8Array(64).fill(7) })
  void fills.compute(request(), true)
  await new Promise((resolve) => setTimeout(resolve))
  void fills.compute({ ...request(), matte: assets.matte(other) as MatteAsset }, true)
  expect(runs.map(({ signal }) => signal.aborted)).toEqual([true, false])
})

it('the progress of a background fill is null after the fill ends', async () => {
  const { fills, runs, request } = setUp()
  const told: (number | null)[] = []
  fills.onProgress(() => told.push(fills.progress))
  const done = fills.compute(request(), true)
  runs[0]?.tell(0.5)
  runs[0]?.finish()
  await done
  expect(told).toEqual([0, 0.5, null])
})

it('only fills for the screen report their progress', async () => {
  const { fills, runs, request } = setUp()
  const done = fills.compute(request(), false)
  runs[0]?.tell(0.5)
  expect(fills.progress).toBeNull()
  void fills.compute(request(), true)
  runs[0]?.tell(0.6)
  expect(fills.progress).toBe(0.6)
  runs[0]?.finish()
  await done
  expect(fills.progress).toBeNull()
})

it('only an export starts a fill again that the user has canceled', async () => {
  const { fills, runs, request } = setUp()
  const done = fills.compute(request(), true)
  fills.cancel()
  await done
  expect(fills.progress).toBeNull()
  expect(fills.isMissing(request(), true)).toBe(false)
  expect(fills.get(request())).toBeNull()
  expect(fills.isMissing(request(), false)).toBe(true)
  const exported = fills.compute(request(), false)
  runs[1]?.finish()
  await exported
  expect(fills.get(request())?.picture.patches).toHaveLength(1)
})

it('editing the mask marks the visible background fill as outdated', async () => {
  const { assets, fills, fill, photo, matte } = setUp()
  await fill()
  const after = assets.derive({ ...matte }, { before: matte, parts: [] })
  const next = { photo, matte: after, settings: SETTINGS }
  expect(fills.get(next)?.isOutdated).toBe(true)
  expect(fills.isMissing(next, true)).toBe(true)
})

it('get() returns the outdated fill until the next fill is ready', async () => {
  const { fills, request, fill } = setUp()
  await fill(1)
  expect(fills.get(request(2))?.isOutdated).toBe(true)
})

it('the fill of the objects erased so far is shown until the fill with one more object is ready', async () => {
  const { assets, fills, fill, request, matte } = setUp()
  await fill()
  const holeOf = (coverage: MatteAsset['coverage']) => {
    const hole = assets.matte(assets.put({ kind: 'matte', ...SIZE, coverage })) as MatteAsset
    return { ...request(), matte: hole }
  }
  const larger = holeOf(matte.coverage.with(0, 255))
  expect(fills.get(larger)).toMatchObject({ isOutdated: true, isPartial: true, picture: { patches: [PATCH] } })
  expect(fills.isMissing(larger, true)).toBe(true)
  // an object that was restored must reappear
  expect(fills.get(holeOf(matte.coverage.with(0, 0)))).toBeNull()
})

it('if inpainting fails, the background fill shows the unchanged photo', async () => {
  const { fills, runs, request } = setUp()
  const told = vi.spyOn(console, 'error').mockImplementation(() => {})
  const done = fills.compute(request(), true)
  runs[0]?.fail()
  await done
  expect(fills.get(request())?.picture.patches).toEqual([])
  expect(told).toHaveBeenCalledTimes(1)
  told.mockRestore()
})

it('freeing the photo aborts its background fill', async () => {
  const { assets, fills, runs, request } = setUp()
  const done = fills.compute(request(), false)
  assets.collect(new Set())
  await done
  expect(runs[0]?.signal.aborted).toBe(true)
  expect(fills.progress).toBeNull()
})

it('fillCoverage includes the fill strokes in the filled area', () => {
  const matte = new Uint8Array(64)
  const stroke = {
    size: 2,
    points: [
      { x: 1, y: 1 },
      { x: 5, y: 1 },
    ],
  }
  const covered = fillCoverage(matte, SIZE, { ...SETTINGS, strokes: [stroke] })
  const rows = Array.from({ length: 3 }, (_, y) => [...covered.subarray(8 * y, 8 * y + 8)].map((v) => v / 255).join(''))
  expect(rows).toEqual(['11111100', '11111100', '00000000'])
  expect(matte.some((value) => value > 0)).toBe(false)
  expect(fillCoverage(matte, SIZE, SETTINGS)).toBe(matte)
  const beyond = { size: 6, points: [{ x: -20, y: -20 }] }
  expect(fillCoverage(matte, SIZE, { ...SETTINGS, strokes: [beyond] })).toEqual(matte)
})

it('a background fill excludes neighboring cutouts, and becomes outdated when a cutout is edited', async () => {
  const { assets, fills, inpaint, runs, request } = setUp()
  const coverage = new Uint8Array(64).fill(3)
  const beside = assets.matte(assets.put({ kind: 'matte', ...SIZE, coverage })) as MatteAsset
  const done = fills.compute({ ...request(), beside }, true)
  runs[0]?.finish()
  await done
  expect(inpaint.mock.calls[0]?.[2]).toMatchObject({ beside: coverage })
  expect(fills.isMissing({ ...request(), beside }, true)).toBe(false)
  const after = assets.derive({ kind: 'matte', ...SIZE, coverage: coverage.slice() }, { before: beside, parts: [] })
  expect(fills.isMissing({ ...request(), beside: after }, true)).toBe(true)
  expect(fills.get({ ...request(), beside: after })).toMatchObject({ isOutdated: true, picture: { patches: [PATCH] } })
})
