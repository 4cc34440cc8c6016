/** Tests that a click lifts or erases exactly the part of the photo that the preview shows. */
import { expect, it, vi } from 'vitest'
import { createAnnouncer } from '#client/editor/flows/flow.ts'
import type { Point } from '#client/kit/geometry/geometry.ts'
import { ok } from '#client/kit/values/result.ts'
import type { GridMask, MaskPreview, SelectionInput } from '#client/media/segmenter/segmentationTypes.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { partOf } from '#client/render/matting/partition/partition.ts'
import { COVERED } from '#client/render/matting/separation.ts'
import { liftedLayers } from '#client/render/objects/lifted.ts'
import { separatedPhoto } from '../../../../tests/helpers/session.ts'
import { startLifting } from '../modes.ts'
import { SubjectSelector } from '../select/subjectSelector.ts'

/** Size of the network's masks. The photo is 5 times as wide and as high. */
const GRID = { width: 60, height: 40 }
const PHOTO = { width: 300, height: 200 }

/** Returns a network mask that covers a rectangle of the grid. */
const maskOf = (left: number, top: number, width: number, height: number): MaskPreview => ({
  ...GRID,
  score: 0.9,
  coverage: Uint8Array.from({ length: GRID.width * GRID.height }, (_, at) => {
    const [x, y] = [(at % GRID.width) - left, Math.floor(at / GRID.width) - top]
    return x >= 0 && x < width && y >= 0 && y < height ? 255 : 0
  }),
})

/** Returns a grid mask enlarged to the photo's size. */
const enlarged = ({ coverage }: GridMask) => ({
  ...PHOTO,
  coverage: Uint8Array.from(
    { length: PHOTO.width * PHOTO.height },
    (_, at) => coverage[Math.floor(at / PHOTO.width / 5) * GRID.width + Math.floor((at % PHOTO.width) / 5)] ?? 0,
  ),
})

/** Returns the intersection over union (IoU) of two masks of equal size. */
function iou(a: Uint8Array, b: Uint8Array): number {
  let [both, any] = [0, 0]
  for (const [at, value] of a.entries()) {
    const covered = [value >= COVERED, (b[at] ?? 0) >= COVERED]
    if (covered[0] && covered[1]) both++
    if (covered[0] || covered[1]) any++
  }
  return both / any
}

/**
 * Opens the mode 'lift' or 'erase'. The subject covers the photo's upper left 100 × 100 px. `found`: the network's
 * mask.
 */
function lifting(way: 'lift' | 'erase', found: MaskPreview) {
  vi.useFakeTimers()
  const session = separatedPhoto()
  const toast = vi.fn()
  Object.assign(session.notices, { toast })
  const asked: SelectionInput[][] = []
  const refiner = {
    previewInput: async () => ok(found),
    eachPerson: async () => ok([]),
    candidateMasks: async () => ok([]),
    segmentSelection: async (_: ImageBitmap, __: unknown, choices: readonly SelectionInput[]) => {
      asked.push([...choices])
      return ok({ ...enlarged(found), isPerson: found.isPerson ?? false })
    },
  }
  const deps = {
    session,
    announcer: createAnnouncer(session),
    refiner,
    countImage() {},
    whenFilled: async () => {},
    estimate: () => null,
    divide: async (request: Parameters<typeof partOf>[0]) => partOf(request),
  }
  const selector = new SubjectSelector(deps)
  startLifting(session.ui, way)
  const hover = async (x: number, y: number) => {
    selector.point({ x, y }, true)
    await vi.advanceTimersByTimeAsync(1000)
    return selector.state.preview
  }
  const tap = async (x: number, y: number) => {
    selector.point({ x, y }, true, true)
    await vi.advanceTimersByTimeAsync(1000)
    const { preview } = selector.state
    const isErased = () => liftedLayers(snapshotOf(session)).length > 0
    const before = isErased()
    if (preview) selector.confirm()
    await vi.advanceTimersByTimeAsync(1000)
    return { preview, erased: [before, isErased()], marked: selector.state.marked }
  }
  const click = async (x: number, y: number) => {
    selector.point(null, true)
    selector.click({ x, y }, true)
    const marked = selector.state.erasing[0]?.mask?.coverage
    await vi.advanceTimersByTimeAsync(1000)
    const [object] = liftedLayers(snapshotOf(session))
    return { marked, applied: object ? session.assets.matte(object.lifted.matte as never)?.coverage : null }
  }
  const clickPart = async (x: number, y: number) => {
    selector.click({ x, y }, false)
    await vi.advanceTimersByTimeAsync(1000)
  }
  const box = async (from: Point, to: Point) => {
    selector.box(from, to, true)
    await vi.advanceTimersByTimeAsync(1000)
    return liftedLayers(snapshotOf(session))[0]?.lifted
  }
  return { hover, tap, click, clickPart, box, asked, toast }
}

it.each([
  ['erase', 'next to the subject', [30, 10, 20, 20], { x: 200, y: 100 }],
  ['erase', 'that overlaps the subject', [10, 10, 30, 20], { x: 150, y: 120 }],
  ['erase', 'inside the subject', [4, 4, 8, 8], { x: 40, y: 40 }],
  ['lift', 'next to the subject', [30, 10, 20, 20], { x: 200, y: 100 }],
  ['lift', 'that overlaps the subject', [10, 10, 30, 20], { x: 150, y: 120 }],
  ['lift', 'inside the subject', [4, 4, 8, 8], { x: 40, y: 40 }],
] as const)(
  'a click to %s an object %s selects exactly the part that the hover preview showed',
  async (way, _, [x, y, w, h], at) => {
    const { hover, click } = lifting(way, maskOf(x, y, w, h))
    const preview = await hover(at.x, at.y)
    const { marked, applied } = await click(at.x, at.y)
    if (way === 'erase') expect(marked, 'the veil until the background is filled').toEqual(preview!.coverage)
    expect(iou(enlarged(preview!).coverage, applied!)).toBe(1)
  },
)

it("hovering over the background doesn't show a preview, because the background can't be erased", async () => {
  const { hover, click } = lifting('erase', maskOf(0, 20, 60, 20))
  expect(await hover(200, 150)).toBeNull()
  expect((await click(200, 150)).applied).toBeNull()
})

it('a tap shows the part to erase, which is erased only after a confirmation', async () => {
  const { tap, asked } = lifting('erase', maskOf(30, 10, 20, 20))
  const { preview, erased, marked } = await tap(200, 100)
  expect(preview?.coverage).toEqual(maskOf(30, 10, 20, 20).coverage)
  expect([erased, marked]).toEqual([[false, true], null])
  expect(asked).toEqual([[{ adds: true, points: [{ x: 200, y: 100, kind: 'in' }] }]])
})

it('a tap on the background shows why nothing is erased', async () => {
  const { tap, toast } = lifting('erase', maskOf(0, 20, 60, 20))
  expect(await tap(200, 150)).toEqual({ preview: null, erased: [false, false], marked: null })
  expect(toast).toHaveBeenCalledOnce()
})

it('a click near the last previewed point selects the previewed part', async () => {
  const { hover, click, asked } = lifting('erase', maskOf(30, 10, 20, 20))
  await hover(200, 100)
  await click(210, 105)
  expect(asked).toEqual([[{ adds: true, points: [{ x: 200, y: 100, kind: 'in' }] }]])
})

it.each(['erase', 'lift'] as const)('a click to %s a person includes the legs in the subject', async (way) => {
  const { hover, click } = lifting(way, { ...maskOf(10, 10, 30, 20), isPerson: true })
  const preview = await hover(150, 120)
  const { applied } = await click(150, 120)
  expect([preview!, { ...GRID, coverage: applied! }].map(({ coverage }) => coverage.length)).toEqual([2400, 60_000])
  expect(preview!.coverage).toEqual(maskOf(10, 10, 30, 20).coverage)
  expect(iou(enlarged(preview!).coverage, applied!)).toBe(1)
})

it('a box around the subject erases the whole subject', async () => {
  const { box } = lifting('erase', maskOf(2, 2, 16, 16))
  expect(await box({ x: 0, y: 0 }, { x: 110, y: 110 })).toMatchObject({
    home: 'subject',
    box: { x: 0, y: 0, width: 100, height: 100 },
  })
})

it('a box around a part of the subject erases only that part', async () => {
  const { box } = lifting('erase', maskOf(4, 4, 8, 8))
  expect(await box({ x: 20, y: 20 }, { x: 60, y: 60 })).toMatchObject({ home: 'subject', box: { x: 20, width: 40 } })
})

it('a click with Alt selects only a part, even inside the preview of the whole object', async () => {
  const { hover, clickPart, asked } = lifting('erase', maskOf(30, 10, 20, 20))
  await hover(200, 100)
  await clickPart(210, 105)
  const at = { x: 210, y: 105, kind: 'in' }
  expect(asked).toEqual([[{ adds: true, points: [at, at] }]])
})
