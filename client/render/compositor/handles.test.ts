import { expect, it } from 'vitest'
import { handlesOf, orbitHandle, resizeHandlePoint, rotateHandle } from './handles.ts'
import { toCss } from './viewport.ts'

const CORNERS = ['-1 -1', '1 -1', '1 1', '-1 1']
const [ACROSS, DOWN] = [
  ['-1 0', '1 0'],
  ['0 -1', '0 1'],
]

it.each([
  { width: 300, height: 200, touch: [...CORNERS, ...ACROSS, ...DOWN], mouse: [...CORNERS, ...ACROSS, ...DOWN] },
  { width: 300, height: 80, touch: [...CORNERS, ...DOWN], mouse: [...CORNERS, ...ACROSS, ...DOWN] },
  { width: 115, height: 70, touch: CORNERS, mouse: [...CORNERS, ...ACROSS, ...DOWN] },
  { width: 300, height: 20, touch: ACROSS, mouse: ACROSS },
  { width: 40, height: 40, touch: ['1 1'], mouse: CORNERS },
  { width: 30, height: 20, touch: ['1 1'], mouse: ['1 1'] },
])('a box of $width × $height CSS px has only the handles that fit', ({ width, height, ...expected }) => {
  const zoom = 0.1
  const placed = { center: { x: 0, y: 0 }, size: { width: width / zoom, height: height / zoom }, rotation: 30 }
  const names = (pointer: 'fine' | 'coarse') => handlesOf(placed, zoom, pointer).map(({ x, y }) => `${x} ${y}`)
  expect(names('coarse').sort()).toEqual([...expected.touch].sort())
  expect(names('fine').sort()).toEqual([...expected.mouse].sort())
})

it.each([
  ['above a box in the middle of the canvas', 400, 316],
  ['below a box at the upper edge of the canvas', 90, 174],
  ['above a box as high as the canvas', 300, -34, 600],
])('the rotate handle is %s', (_, y, expected, height = 100) => {
  const view = { zoom: 0.5, origin: { x: 0, y: 0 }, canvas: { width: 800, height: 600 } }
  const placed = { center: { x: 800, y: 2 * y }, size: { width: 200, height: 2 * height }, rotation: 0 }
  expect(toCss(view, rotateHandle(placed, view).at)).toEqual({ x: 400, y: expected })
})

it.each([
  ['right of a box in the middle of the canvas', 400, 200, { x: 534, y: 300 }],
  ['left of a box at the right edge of the canvas', 680, 200, { x: 546, y: 300 }],
  ['above a box as wide as the canvas', 400, 760, { x: 590, y: 216 }],
  ['above the visible half of a wide box', 700, 1400, { x: 350, y: 216 }],
  ['at the edge of the canvas next to a box far outside', 1000, 200, { x: 784, y: 300 }],
])('the orbit handle is %s', (_, x, width, expected) => {
  const view = { zoom: 0.5, origin: { x: 0, y: 0 }, canvas: { width: 800, height: 600 } }
  const placed = { center: { x: 2 * x, y: 600 }, size: { width: 2 * width, height: 200 }, rotation: 0 }
  expect(toCss(view, orbitHandle(placed, view).at)).toEqual(expected)
})

it.each([
  ['12 px from the upper edge of the canvas', 40, 12],
  ['at the corner of a box in the middle of the canvas', 300, 243],
  ['outside the canvas with the corner of a box far outside', -20, -77],
])('a resize handle is %s', (_, y, expected) => {
  const view = { zoom: 0.5, origin: { x: 0, y: 0 }, canvas: { width: 800, height: 600 } }
  const placed = { center: { x: 800, y: 2 * y }, size: { width: 400, height: 200 }, rotation: 0 }
  const at = resizeHandlePoint(placed, { x: 1, y: -1 }, view, 'coarse')
  expect(toCss(view, at)).toEqual({ x: 507, y: expected })
})
