import { expect, it } from 'vitest'
import { barPlace } from './barPlace.ts'

const room = {
  canvas: { width: 390, height: 400 },
  bar: { width: 140, height: 52 },
  floor: 56,
  besideControls: { start: 0, end: 390 },
  isTyping: false,
  handles: [],
  others: [],
  picture: { x: 0, y: 0, width: 390, height: 400 },
}

it.each([
  ['below the layer', { x: 100, y: 50, width: 200, height: 100 }, { x: 200, y: 164 }],
  ['above a layer without room below', { x: 100, y: 200, width: 200, height: 150 }, { x: 200, y: 134 }],
  [
    'over the lower part of a layer that fills the canvas',
    { x: 0, y: 10, width: 390, height: 380 },
    { x: 195, y: 292 },
  ],
  [
    'within the canvas when a side of the canvas cuts the layer',
    { x: -40, y: 50, width: 60, height: 100 },
    { x: 78, y: 164 },
  ],
  [
    'within the canvas when the layer is above the canvas',
    { x: 100, y: -90, width: 200, height: 60 },
    { x: 200, y: 14 },
  ],
  [
    'within the canvas when the layer is below the canvas',
    { x: 100, y: 500, width: 200, height: 60 },
    { x: 200, y: 292 },
  ],
])('barPlace places the canvas bar %s', (_, box, place) => {
  expect(barPlace(box, room)).toEqual(place)
})

it.each([
  [
    "places the bar over the layer's upper part if the center is at the lower edge of the canvas",
    { x: 0, y: 20, width: 390, height: 600 },
    { x: 195, y: 14 },
  ],
  ['returns null if every position would cover the center', { x: 0, y: 10, width: 390, height: 80 }, null],
])('to leave the center of the selected layer uncovered, barPlace %s', (_, box, place) => {
  const canvas = { width: 390, height: place ? 400 : 120 }
  expect(barPlace(box, { ...room, canvas })).toEqual(place)
})

it('on a phone in landscape, barPlace places the canvas bar below the small image', () => {
  const picture = { x: 266, y: 14, width: 177, height: 236 }
  const landscape = {
    ...room,
    picture,
    canvas: { width: 708, height: 335 },
    bar: { width: 560, height: 53 },
    besideControls: { start: 14, end: 612 },
  }
  const text = { ...picture, y: 70, height: 10 }
  expect(barPlace(text, landscape)?.y).toBe(335 - 14 - 53)
  expect(barPlace(text, { ...landscape, bar: { width: 100, height: 30 } })?.y, 'a small bar').toBe(94)
})

it('barPlace returns null when the on-screen keyboard does not leave any room around the edited text', () => {
  const small = { ...room, canvas: { width: 390, height: 130 }, isTyping: true }
  expect(barPlace({ x: 60, y: 10, width: 270, height: 80 }, small)).toBeNull()
})

it.each([
  ['above the rotate handle', { x: 100, y: 200, width: 200, height: 150 }, { x: 200, y: 166 }, { x: 200, y: 100 }],
  [
    'below a rotate handle that points down',
    { x: 100, y: 50, width: 200, height: 100 },
    { x: 200, y: 184 },
    { x: 200, y: 198 },
  ],
  [
    'over the upper part of the text when a handle is below',
    { x: 0, y: 10, width: 390, height: 380 },
    { x: 195, y: 330 },
    { x: 195, y: 14 },
  ],
])('while a text layer is edited, barPlace places the canvas bar %s', (_, box, handle, place) => {
  expect(barPlace(box, { ...room, handles: [handle] })).toEqual(place)
})

it.each([
  ['above the layer if it would cover the head below', { x: 150, y: 230, width: 90, height: 90 }, 84],
  ['below the layer if the head is next to it', { x: 0, y: 230, width: 90, height: 90 }, 214],
  ['below the layer if it would cover another layer everywhere', { x: 150, y: 0, width: 90, height: 400 }, 214],
])('barPlace places the canvas bar %s', (_, other, y) => {
  expect(barPlace({ x: 100, y: 150, width: 200, height: 50 }, { ...room, others: [other] })).toEqual({ x: 200, y })
})

it('barPlace moves the canvas bar sideways, below the layer, if the bar would cover a head', () => {
  const others = [{ x: 190, y: 0, width: 90, height: 400 }]
  expect(barPlace({ x: 100, y: 150, width: 200, height: 50 }, { ...room, others })).toEqual({ x: 106, y: 214 })
})

it.each([
  ['below the image', { x: 0, y: 60, width: 390, height: 200 }, { x: 125, y: 274 }],
  ['above the image', { x: 0, y: 90, width: 390, height: 240 }, { x: 125, y: 24 }],
  ['in the row of the zoom controls', { x: 0, y: 10, width: 390, height: 310 }, { x: 120, y: 334 }],
  ['at the side of the image', { x: 0, y: 0, width: 220, height: 390 }, { x: 304, y: 139 }],
])('barPlace places the canvas bar %s if it would cover other layers in the image', (_, picture, place) => {
  const besideControls = { start: 14, end: 190 }
  const others = [picture]
  const box = { x: 100, y: 140, width: 50, height: 50 }
  expect(barPlace(box, { ...room, besideControls, others, picture })).toEqual(place)
})

it('barPlace keeps the canvas bar near the layer, even if the only place without obstacles is far below it', () => {
  const canvas = { width: 390, height: 900 }
  const picture = { x: 0, y: 0, width: 390, height: 760 }
  const box = { x: 0, y: 60, width: 390, height: 40 }
  expect(barPlace(box, { ...room, canvas, others: [picture], picture })).toEqual({ x: 195, y: 114 })
  const low = { ...box, y: 660 }
  expect(barPlace(low, { ...room, canvas, others: [picture], picture }), 'a layer near the free place').toEqual({
    x: 195,
    y: 774,
  })
})
