import { expect, it } from 'vitest'
import { type MessageRoom, messagePlaces } from './messagePlaces.ts'

const USUAL = { bar: null, floor: 52, isTopFree: true }
const DESKTOP = { ...USUAL, canvas: { width: 788, height: 844 }, isPhone: false, hasSheet: false }
const PHONE = { ...USUAL, canvas: { width: 390, height: 424 }, isPhone: true, hasSheet: true }
const FILLING = { x: 16, y: 16, width: 756, height: 812 }
const HEADLINE = { x: 100, y: 20, width: 500, height: 120 }
const PRICE = { x: 400, y: 760, width: 160, height: 60 }

it.each<[string, MessageRoom, ReturnType<typeof messagePlaces>]>([
  [
    'around a wide photo',
    { ...DESKTOP, picture: { x: 16, y: 170, width: 756, height: 504 }, layers: [] },
    { note: 'row', toasts: 'row' },
  ],
  [
    'at the lower edge of an empty canvas',
    { ...DESKTOP, picture: { x: 0, y: 0, width: 0, height: 0 }, layers: [] },
    { note: 'row', toasts: 'row' },
  ],
  [
    'off a headline that the note would cover',
    { ...DESKTOP, picture: FILLING, layers: [HEADLINE] },
    { note: 'row', toasts: 'row' },
  ],
  [
    'off a price that a toast would cover',
    { ...DESKTOP, picture: FILLING, layers: [PRICE] },
    { note: 'top', toasts: 'top' },
  ],
  [
    'below a photo that leaves only the row of the zoom bar free',
    { ...DESKTOP, picture: { x: 60, y: 19, width: 640, height: 760 }, layers: [] },
    { note: 'row', toasts: 'row' },
  ],
  [
    'off the toolbar in the row of the zoom bar',
    {
      ...DESKTOP,
      picture: { x: 60, y: 19, width: 640, height: 760 },
      layers: [HEADLINE],
      bar: { x: 30, y: 794, width: 480, height: 36 },
    },
    { note: 'top', toasts: 'top' },
  ],
  [
    'off the toolbar at the upper edge',
    { ...DESKTOP, picture: FILLING, layers: [PRICE], bar: { x: 150, y: 14, width: 480, height: 36 } },
    { note: 'row', toasts: 'row' },
  ],
  [
    'past a layer in the corner of a canvas, because messages are centered',
    { ...DESKTOP, picture: FILLING, layers: [{ ...PRICE, x: 650 }] },
    { note: 'row', toasts: 'row' },
  ],
  [
    'off a layer below the middle of a wide canvas',
    {
      ...DESKTOP,
      canvas: { width: 1044, height: 844 },
      picture: FILLING,
      layers: [{ x: 690, y: 800, width: 70, height: 30 }],
    },
    { note: 'top', toasts: 'top' },
  ],
  [
    'above the zoom bar on a narrow canvas',
    {
      ...DESKTOP,
      canvas: { width: 420, height: 844 },
      picture: { x: 16, y: 250, width: 388, height: 300 },
      layers: [],
    },
    { note: 'bottom', toasts: 'bottom' },
  ],
  [
    'on a phone, below a wide photo',
    { ...PHONE, picture: { x: 8, y: 80, width: 374, height: 210 }, layers: [] },
    { note: 'bottom', toasts: 'bottom' },
  ],
  [
    'on a phone, over the title of the sheet if the photo is high',
    { ...PHONE, picture: { x: 60, y: 16, width: 270, height: 350 }, layers: [] },
    { note: 'top', toasts: 'sheet' },
  ],
  [
    'on a phone without a sheet, at the edge with fewer layers',
    {
      ...PHONE,
      hasSheet: false,
      picture: { x: 60, y: 16, width: 270, height: 350 },
      layers: [{ x: 80, y: 300, width: 200, height: 50 }],
    },
    { note: 'top', toasts: 'top' },
  ],
  [
    'on a phone, never over the button at the upper edge',
    { ...PHONE, hasSheet: false, isTopFree: false, picture: { x: 0, y: 0, width: 390, height: 424 }, layers: [] },
    { note: 'bottom', toasts: 'bottom' },
  ],
])('messages are placed %s', (_, room, places) => {
  expect(messagePlaces(room)).toEqual(places)
})
