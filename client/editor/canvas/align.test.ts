import { expect, it } from 'vitest'
import type { LayerId } from '../../kit/base/ids.ts'
import { snapshotOf } from '../../model/session/session.ts'
import { alignment, distribution, type Edge } from './align.ts'
import { groupOf } from './group.ts'
import { canvas } from './testing.ts'

const CANVAS = { width: 2000, height: 1600 }

/** Boxes of 200 × 100 about these centres. */
function group(...centers: [number, number][]) {
  const stage = canvas()
  centers.forEach(([x, y], i) => {
    stage.add(`box${i}`, { x, y })
  })
  const found = groupOf(snapshotOf(stage.session), stage.kinds, stage.session.doc.order as LayerId[])
  if (!found) throw new Error('no group')
  return found
}

it.each([
  ['left', [0, -300]],
  ['center', [150, -150]],
  ['right', [300, 0]],
] as const)('aligns several layers with each other: %s', (edge, moves) => {
  expect(alignment(group([400, 300], [700, 900]), edge, CANVAS).map(({ x }) => x)).toEqual(moves)
})

it.each([
  ['top', -250],
  ['middle', 500],
  ['bottom', 1250],
] as const)('aligns a single layer with the canvas: %s', (edge: Edge, by) => {
  expect(alignment(group([400, 300]), edge, CANVAS)).toEqual([{ x: 0, y: by }])
})

it('makes the gaps between neighbours equal and keeps the outermost layers in place', () => {
  // In whatever order they were selected: centres at 200, 1000 and 460 become 200, 1000 and 600.
  expect(distribution(group([200, 0], [1000, 50], [460, 20]), 'x').map(({ x }) => x)).toEqual([0, 0, 140])
})

it('does not move two layers', () => {
  expect(distribution(group([200, 0], [1000, 50]), 'x')).toEqual([
    { x: 0, y: 0 },
    { x: 0, y: 0 },
  ])
})
