import { describe, expect, it } from 'vitest'
import { IDENTITY } from '#client/kit/geometry/affine.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import { turnMap } from '#client/model/document/crop.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { alignment, distribution, type Edge } from './align.ts'
import { groupOf } from './group.ts'
import { canvas } from './testing.ts'

const CANVAS = { x: 0, y: 0, width: 2000, height: 1600 }

/** Creates boxes of 200 × 100 px with these centers. */
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
] as const)('several layers are aligned with each other (%s)', (edge, moves) => {
  expect(alignment(group([400, 300], [700, 900]), edge, CANVAS, IDENTITY).map(({ x }) => x)).toEqual(moves)
})

it.each([
  ['top', -250],
  ['middle', 500],
  ['bottom', 1250],
] as const)('a single layer is aligned with the canvas (%s)', (edge: Edge, by) => {
  expect(alignment(group([400, 300]), edge, CANVAS, IDENTITY)).toEqual([{ x: 0, y: by }])
})

it('distributing layers makes the gaps between the layers equal', () => {
  // the selection order doesn't matter: centers at 200, 1000 and 460 become 200, 1000 and 600
  expect(distribution(group([200, 0], [1000, 50], [460, 20]), 'x', IDENTITY).map(({ x }) => x)).toEqual([0, 0, 140])
})

it("distributing two layers doesn't move the layers", () => {
  expect(distribution(group([200, 0], [1000, 50]), 'x', IDENTITY)).toEqual([
    { x: 0, y: 0 },
    { x: 0, y: 0 },
  ])
})

describe('aligning layers in an image rotated by 90°', () => {
  const seen = turnMap({ angle: 0, quarterTurns: 1, isMirrored: false }, CANVAS)
  const picture = { x: 0, y: 0, width: CANVAS.height, height: CANVAS.width }

  it('layers are aligned with the edges as displayed', () => {
    expect(alignment(group([400, 300]), 'left', picture, seen)).toEqual([{ x: 0, y: 1250 }])
    expect(alignment(group([400, 300]), 'top', picture, seen)).toEqual([{ x: -300, y: 0 }])
    expect(alignment(group([400, 300], [700, 900]), 'left', picture, seen)).toEqual([
      { x: 0, y: 600 },
      { x: 0, y: 0 },
    ])
  })

  it('layers are distributed along the axis as displayed', () => {
    const moves = distribution(group([200, 0], [1000, 50], [460, 20]), 'y', seen)
    expect(moves.map(({ x }) => Math.round(x))).toEqual([0, 0, 140])
  })
})
