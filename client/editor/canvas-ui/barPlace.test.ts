import { expect, it } from 'vitest'
import { barPlace } from './barPlace.ts'

const room = {
  canvas: { width: 390, height: 400 },
  bar: { width: 140, height: 52 },
  floor: 56,
  isTyping: false,
  handles: [],
}

it.each([
  ['below the layer', { x: 100, y: 50, width: 200, height: 100 }, { x: 200, y: 164 }],
  ['above it where there is no room below', { x: 100, y: 200, width: 200, height: 150 }, { x: 200, y: 134 }],
  ['over its lower part where there is none at all', { x: 0, y: 10, width: 390, height: 380 }, { x: 195, y: 292 }],
  ['within the canvas at its sides', { x: -40, y: 50, width: 60, height: 100 }, { x: 70, y: 164 }],
  ['within the canvas when the layer is above it', { x: 100, y: -90, width: 200, height: 60 }, { x: 200, y: 14 }],
  ['within the canvas when the layer is below it', { x: 100, y: 500, width: 200, height: 60 }, { x: 200, y: 292 }],
])('barPlace places the bar: %s', (_, box, place) => {
  expect(barPlace(box, room)).toEqual(place)
})

it.each([
  [
    'over its upper part where its lower one is the middle',
    { x: 0, y: 20, width: 390, height: 600 },
    { x: 195, y: 14 },
  ],
  ['nowhere on a canvas that its middle fills', { x: 0, y: 10, width: 390, height: 80 }, null],
])('barPlace leaves the layer’s centre uncovered: %s', (_, box, place) => {
  const canvas = { width: 390, height: place ? 400 : 120 }
  expect(barPlace(box, { ...room, canvas })).toEqual(place)
})

it('the bar is hidden when the on-screen keyboard leaves no room around the edited text', () => {
  const small = { ...room, canvas: { width: 390, height: 130 }, isTyping: true }
  expect(barPlace({ x: 60, y: 10, width: 270, height: 80 }, small)).toBeNull()
})

it.each([
  ['above the rotate handle', { x: 100, y: 200, width: 200, height: 150 }, { x: 200, y: 172 }, { x: 200, y: 104 }],
  [
    'below a rotate handle that points down',
    { x: 100, y: 50, width: 200, height: 100 },
    { x: 200, y: 178 },
    { x: 200, y: 194 },
  ],
  [
    'over the upper part when a handle is below',
    { x: 0, y: 10, width: 390, height: 380 },
    { x: 195, y: 330 },
    { x: 195, y: 14 },
  ],
])('barPlace places the bar for a typed text: %s', (_, box, handle, place) => {
  expect(barPlace(box, { ...room, handles: [handle] })).toEqual(place)
})
