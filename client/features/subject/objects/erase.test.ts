import { expect, it, vi } from 'vitest'
import { isBackground, liftedPart } from '#client/engine/liftPart.ts'
import { ok } from '#client/kit/values/result.ts'
import type { BitmapAsset } from '#client/model/assets/store.ts'
import type { SubjectSelection } from '#client/model/document/document.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { partOf } from '#client/render/matting/partition/partition.ts'
import { separatedPhoto } from '../../../../tests/helpers/session.ts'
import { startLifting } from '../modes.ts'
import { OBJECT, pressUndo, selectorOnPhoto } from '../testing.ts'

/** Returns a mask of the upper `count` rows of a 10 × 10 px photo. */
const rows = (count: number) => maskOf((i) => i < 10 * count)
const columns = (count: number) => maskOf((i) => i % 10 < count)
const maskOf = (isCovered: (i: number) => boolean) => ({
  ...{ width: 10, height: 10 },
  coverage: Uint8Array.from({ length: 100 }, (_, i) => (isCovered(i) ? 255 : 0)),
})
const CLICK: SubjectSelection = { start: 'nothing', choices: [{ adds: true, points: [{ x: 1, y: 1, kind: 'in' }] }] }
const BOX: SubjectSelection = {
  start: 'nothing',
  choices: [
    {
      adds: true,
      points: [
        { x: 0, y: 0, kind: 'box-start' },
        { x: 10, y: 9, kind: 'box-end' },
      ],
    },
  ],
}

it('isBackground is true for a clicked area of more than 40% of the photo', () => {
  expect([3, 5].map((count) => isBackground(columns(count), CLICK))).toEqual([false, true])
})

it('isBackground is false for a large area selected with a box', () => {
  expect(isBackground(columns(9), BOX)).toBe(false)
})

it('isBackground is true for a clicked strip from the left to the right edge, such as a sky', () => {
  expect(isBackground(rows(2), CLICK)).toBe(true)
  expect(isBackground(columns(2), CLICK), 'a post from top to bottom').toBe(false)
})

it('isBackground is true for a suggestion of more than 40% of the photo', () => {
  expect(isBackground(columns(5), { start: 2, choices: [] })).toBe(true)
})

it.each([
  ['erasing the background fails', true, CLICK, { ok: false, error: 'background' }],
  ['a box erases a large area', true, BOX, { ok: true }],
  ['lifting a part of the background is allowed', false, CLICK, { ok: true }],
])('liftedPart: %s', async (_, erases, chosen, result) => {
  const session = separatedPhoto()
  const { assets } = session
  const doc = { ...snapshotOf(session), separation: null }
  const refiner = { segmentSelection: async () => ok(columns(9)) }
  const part = liftedPart(
    { doc, assets, refiner, divide: async (request) => partOf(request) },
    { width: 10, height: 10 } as BitmapAsset,
    { chosen, erases },
    new AbortController().signal,
  )
  expect(await part).toMatchObject(result)
})

it.each([
  ['contains no object', false, 'no-subject'],
  ['shows the background', false, 255],
  ['is canceled', true, OBJECT],
] as const)(
  'an erasing click that %s leaves no overlay while another part is being filled',
  async (_, isCanceled, result) => {
    vi.useFakeTimers()
    const { session, subjectSelector, drawings, settled } = selectorOnPhoto()
    startLifting(session.ui, 'erase')
    for (const x of [200, 20]) subjectSelector.click({ x, y: 150 }, true)
    const [first] = subjectSelector.state.erasing
    drawings[0]!.end(OBJECT)
    await settled()
    expect(subjectSelector.state.erasing).toHaveLength(2)
    if (isCanceled) pressUndo(session)
    drawings[1]!.end(result)
    await settled()
    expect(subjectSelector.state.erasing.map(({ id }) => id)).toEqual([first!.id])
  },
)

it('undoing an erasure removes its overlay while its background is still being filled', async () => {
  vi.useFakeTimers()
  const { session, subjectSelector, drawings, settled } = selectorOnPhoto()
  startLifting(session.ui, 'erase')
  subjectSelector.click({ x: 200, y: 150 }, true)
  drawings[0]!.end(OBJECT)
  await settled()
  expect(subjectSelector.state.erasing).toHaveLength(1)
  pressUndo(session)
  await settled()
  expect(subjectSelector.state.erasing).toEqual([])
})
