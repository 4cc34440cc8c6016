import { expect, it } from 'vitest'
import type { Size } from '#client/kit/geometry/geometry.ts'
import { type MessagePlaces, type MessageRoom, messagePlaces } from './messagePlaces.ts'

const rect = (x: number, y: number, width: number, height: number) => ({ x, y, width, height })
const USUAL = { bar: null, floor: 52, isTopFree: true, layers: [] }
const DESKTOP = { ...USUAL, canvas: { width: 788, height: 844 }, isPhone: false, hasSheet: false }
const PHONE = { ...USUAL, canvas: { width: 390, height: 424 }, isPhone: true, hasSheet: true }
const FILLING = { ...DESKTOP, picture: rect(16, 16, 756, 812) }
const UPRIGHT = { ...PHONE, picture: rect(60, 16, 270, 350) }
const LARGE = { ...DESKTOP, picture: rect(60, 19, 640, 760) }
const HEADLINE = rect(100, 20, 500, 120)
const PRICE = rect(400, 760, 160, 60)
const [WIDE, NARROW] = [1044, 420].map((width) => ({ width, height: 844 })) as [Size, Size]

it.each<[string, MessageRoom, MessagePlaces['note'], MessagePlaces['toasts']]>([
  ['around a wide photo', { ...DESKTOP, picture: rect(16, 170, 756, 504) }, 'row', 'row'],
  ['at the lower edge of an empty canvas', { ...DESKTOP, picture: rect(0, 0, 0, 0) }, 'row', 'row'],
  ['off a headline that the note would cover', { ...FILLING, layers: [HEADLINE] }, 'row', 'row'],
  ['off a price that a toast would cover', { ...FILLING, layers: [PRICE] }, 'top', 'top'],
  ['below a photo that leaves only the row of the zoom bar free', LARGE, 'row', 'row'],
  [
    'off the toolbar in the row of the zoom bar',
    { ...LARGE, layers: [HEADLINE], bar: rect(30, 794, 480, 36) },
    'top',
    'top',
  ],
  ['off the toolbar at the upper edge', { ...FILLING, layers: [PRICE], bar: rect(150, 14, 480, 36) }, 'row', 'row'],
  [
    'past a layer in the corner of a canvas, because messages are centered',
    { ...FILLING, layers: [{ ...PRICE, x: 650 }] },
    'row',
    'row',
  ],
  [
    'off a layer below the middle of a wide canvas',
    { ...FILLING, canvas: WIDE, layers: [rect(690, 800, 70, 30)] },
    'top',
    'top',
  ],
  [
    'above the zoom bar on a narrow canvas',
    { ...DESKTOP, canvas: NARROW, picture: rect(16, 250, 388, 300) },
    'bottom',
    'bottom',
  ],
  ['on a phone, below a wide photo', { ...PHONE, picture: rect(8, 80, 374, 210) }, 'bottom', 'bottom'],
  ['on a phone, over the title of the sheet if the photo is high', UPRIGHT, 'top', 'sheet'],
  [
    'on a phone without a sheet, at the edge with fewer layers',
    { ...UPRIGHT, hasSheet: false, layers: [rect(80, 300, 200, 50)] },
    'top',
    'top',
  ],
  [
    'on a phone, never over the button at the upper edge',
    { ...PHONE, hasSheet: false, isTopFree: false, picture: rect(0, 0, 390, 424) },
    'bottom',
    'bottom',
  ],
])('messages are placed %s', (_, room, note, toasts) => {
  expect(messagePlaces(room)).toEqual({ note, toasts })
})
