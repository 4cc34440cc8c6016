import { expect, it, vi } from 'vitest'
import { defaults } from '#client/kit/values/fields.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { AssetStore } from '#client/model/assets/store.ts'
import { type MaskEdits, maskEditFields, strokeFields } from '#client/model/document/maskEdits.ts'
import { type EdgeWorkers, type MatteSource, MatteVersions } from './MatteVersions.ts'
import { adjustTile, type EdgeTask } from './maskEdge.ts'

const SIZE = { width: 1280, height: 1024 }
const WHOLE = { x: 0, y: 0, ...SIZE }
const plain = defaults(maskEditFields)
const dot = { ...defaults(strokeFields), isSnapping: false, mode: 'restore' as const, points: [{ x: 60, y: 60 }] }

/** A matte of stripes that cross most tiles. */
const STRIPES = new Uint8Array(SIZE.width * SIZE.height).map((_, i) => ((i % SIZE.width) % 256 < 200 ? 255 : 0))
/** Mattes that were computed without workers, by their edits. All tests have the same subject. */
const exactMattes = new Map<string, Uint8Array>()

/** Creates a subject whose edge crosses most tiles, and workers whose results the test sends. */
function setup() {
  const assets = new AssetStore()
  const coverage = STRIPES.slice()
  const bitmap = { ...SIZE, close() {} } as unknown as ImageBitmap
  const photo = assets.put({ kind: 'bitmap', bitmap, ...SIZE, hasAlpha: false, sha256: '' })
  const matte = assets.put({ kind: 'matte', ...SIZE, coverage })
  const sourceOf = (mend: Partial<Immutable<MaskEdits>>): MatteSource => {
    const [base, bitmap] = [assets.matte(matte), assets.bitmap(photo)]
    return { base: base!, photo: bitmap, edits: { ...plain, ...mend }, cuts: [] }
  }
  const asked: { task: EdgeTask; answer(): void; fail(): void }[] = []
  const end = vi.fn()
  const call = (_: string, [task]: [EdgeTask]) =>
    new Promise<Uint8Array>((resolve, reject) => {
      asked.push({ task, answer: () => resolve(adjustTile(task)), fail: () => reject(new Error('no thread')) })
    })
  const start = vi.fn(() => ({ size: 1, call, dispose: end }) as unknown as EdgeWorkers)
  const updated = vi.fn()
  const mattes = new MatteVersions(assets, updated, start)
  /** Sends the workers' results until no task is left. */
  async function answerAll() {
    for (let made = mattes.pending; made; made = mattes.pending) {
      asked.shift()?.answer()
      await Promise.race([made, Promise.resolve()])
    }
  }
  const see = (mend: Partial<Immutable<MaskEdits>>, { region = WHOLE, isDraft = false } = {}) =>
    mattes.live(sourceOf(mend), { region, isDraft })
  const exact = (mend: Partial<Immutable<MaskEdits>>) => {
    const key = JSON.stringify(mend)
    const known = exactMattes.get(key) ?? new MatteVersions(assets).current(sourceOf(mend))!.coverage.slice()
    exactMattes.set(key, known)
    return known
  }
  return { assets, mattes, sourceOf, coverage, see, asked, answerAll, exact, start, end, updated }
}

it('the previous matte stays visible until the workers have computed all tiles of the next matte', async () => {
  const { see, coverage, answerAll, exact, end, updated } = setup()
  const first = see({ feather: 9 })
  expect(first.isDone).toBe(false)
  expect(differsAt(first.matte!.coverage, coverage)).toBe(-1)
  await answerAll()
  expect(updated).toHaveBeenCalledOnce()
  const then = see({ feather: 9 })
  expect(then.isDone).toBe(true)
  expect(differsAt(then.matte!.coverage, exact({ feather: 9 }))).toBe(-1)
  expect(end).toHaveBeenCalledOnce()
})

it('during a gesture, workers compute only the visible tiles', async () => {
  const { see, coverage, asked, answerAll, exact } = setup()
  const look = { region: { x: 0, y: 0, width: 1280, height: 300 }, isDraft: true }
  see({ feather: 9 }, look)
  await answerAll()
  const draft = see({ feather: 9 }, look).matte!.coverage
  expect(differsAt(draft.subarray(0, 512 * 1280), exact({ feather: 9 }).subarray(0, 512 * 1280))).toBe(-1)
  expect(differsAt(draft.subarray(512 * 1280), coverage.subarray(512 * 1280))).toBe(-1)
  expect(asked).toHaveLength(0)
  see({ feather: 9 })
  await answerAll()
  expect(differsAt(see({ feather: 9 }).matte!.coverage, exact({ feather: 9 }))).toBe(-1)
})

it('during a slider drag, the workers finish one value of the slider before starting the newest value', async () => {
  const { mattes, see, asked, answerAll, exact } = setup()
  see({ feather: 3 }, { isDraft: true })
  const first = mattes.pending
  asked.shift()!.answer()
  for (const feather of [4, 5, 6]) see({ feather }, { isDraft: true })
  expect(mattes.pending).toBe(first)
  await answerAll()
  expect(differsAt(see({ feather: 6 }, { isDraft: true }).matte!.coverage, exact({ feather: 3 }))).toBe(-1)
  await answerAll()
  expect(differsAt(see({ feather: 6 }, { isDraft: true }).matte!.coverage, exact({ feather: 6 }))).toBe(-1)
})

it("changing the mask settings restarts the workers' computation", async () => {
  const { mattes, see, answerAll, exact } = setup()
  const look = { region: { x: 0, y: 0, width: 200, height: 200 } }
  see({ feather: 9 }, look)
  const first = mattes.pending
  see({ feather: 4 }, look)
  expect(mattes.pending).not.toBe(first)
  await answerAll()
  expect(differsAt(see({ feather: 4 }, look).matte!.coverage, exact({ feather: 4 }))).toBe(-1)
})

it("a stroke discards the workers' results from before the stroke", async () => {
  const { see, asked, answerAll, exact } = setup()
  see({ feather: 9 })
  const before = asked[0]!
  const struck = { feather: 9, strokes: [{ ...dot, points: [{ x: 228, y: 60 }] }] }
  expect(see(struck).matte!.coverage[60 * SIZE.width + 228]).toBe(exact(struck)[60 * SIZE.width + 228])
  before.answer()
  await answerAll()
  see(struck)
  await answerAll()
  expect(differsAt(see(struck).matte!.coverage, exact(struck))).toBe(-1)
})

it('an export uses the exact matte even while the workers are computing', async () => {
  const { mattes, sourceOf, see, answerAll, exact } = setup()
  see({ feather: 9 }, { isDraft: true })
  const late = sourceOf({ smooth: 2 })
  expect(differsAt(mattes.current(late)!.coverage, exact({ smooth: 2 }))).toBe(-1)
  await answerAll()
  expect(differsAt(mattes.current(late)!.coverage, exact({ smooth: 2 }))).toBe(-1)
})

it("editing the mask doesn't change the matte that an export uses", async () => {
  const { mattes, sourceOf, see, answerAll, exact } = setup()
  const exporting = sourceOf({ feather: 9 })
  const letGo = mattes.hold(exporting)
  see({ feather: 4 }, { isDraft: true })
  expect(differsAt(mattes.current(exporting)!.coverage, exact({ feather: 9 }))).toBe(-1)
  expect(mattes.pending).not.toBeNull()
  await answerAll()
  expect(differsAt(see({ feather: 4 }, { isDraft: true }).matte!.coverage, exact({ feather: 4 }))).toBe(-1)
  expect(differsAt(mattes.current(exporting)!.coverage, exact({ feather: 9 }))).toBe(-1)
  letGo()
})

it("if a worker fails, the page's thread computes the matte", async () => {
  const { mattes, see, asked, exact } = setup()
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => {})
  see({ feather: 9 })
  asked[0]!.fail()
  await mattes.pending
  expect(differsAt(see({ feather: 9 }).matte!.coverage, exact({ feather: 9 }))).toBe(-1)
  expect(complaint).toHaveBeenCalledOnce()
  complaint.mockRestore()
})

it('a matte with few tiles or without edits is computed without a worker', () => {
  const { see, start, exact } = setup()
  expect(see({})).toMatchObject({ isDone: true })
  see({ strokes: [dot] })
  expect(differsAt(see({ strokes: [dot] }).matte!.coverage, exact({ strokes: [dot] }))).toBe(-1)
  expect(start).not.toHaveBeenCalled()
})

it('freeing the photo stops the computation of its matte', () => {
  const { assets, mattes, see, end } = setup()
  see({ feather: 9 })
  assets.collect(new Set())
  expect(mattes.pending).toBeNull()
  expect(end).toHaveBeenCalledOnce()
})

it('freeing the photo terminates idle workers', async () => {
  const { assets, see, answerAll, end } = setup()
  see({ feather: 9 }, { isDraft: true })
  await answerAll()
  expect(end).not.toHaveBeenCalled()
  assets.collect(new Set())
  expect(end).toHaveBeenCalledOnce()
})

/** Returns the index of the first difference between two mattes, or -1 if they are equal. */
const differsAt = (a: Uint8Array, b: Uint8Array) =>
  Buffer.compare(a, b) === 0 ? -1 : a.findIndex((byte, i) => byte !== b[i])
