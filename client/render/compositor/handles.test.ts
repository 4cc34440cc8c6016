import { expect, it } from 'vitest'
import { handlesOf } from './handles.ts'

const CORNERS = ['-1 -1', '1 -1', '1 1', '-1 1']
const [ACROSS, DOWN] = [
  ['-1 0', '1 0'],
  ['0 -1', '0 1'],
]

it.each([
  { width: 300, height: 200, touch: [...CORNERS, ...ACROSS, ...DOWN], mouse: [...CORNERS, ...ACROSS, ...DOWN] },
  { width: 300, height: 80, touch: [...CORNERS, ...DOWN], mouse: [...CORNERS, ...ACROSS, ...DOWN] },
  { width: 90, height: 70, touch: CORNERS, mouse: [...CORNERS, ...ACROSS, ...DOWN] },
  { width: 300, height: 20, touch: ACROSS, mouse: ACROSS },
  { width: 40, height: 40, touch: ['1 1'], mouse: CORNERS },
  { width: 30, height: 20, touch: ['1 1'], mouse: ['1 1'] },
])('a box of $width × $height CSS px has only the handles for which it has room', ({ width, height, ...expected }) => {
  const zoom = 0.1
  const placed = { center: { x: 0, y: 0 }, size: { width: width / zoom, height: height / zoom }, rotation: 30 }
  const names = (pointer: 'fine' | 'coarse') => handlesOf(placed, zoom, pointer).map(({ x, y }) => `${x} ${y}`)
  expect(names('coarse').sort()).toEqual([...expected.touch].sort())
  expect(names('fine').sort()).toEqual([...expected.mouse].sort())
})
