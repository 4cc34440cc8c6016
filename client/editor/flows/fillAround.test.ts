import { expect, it } from 'vitest'
import type { AssetId } from '#client/kit/base/ids.ts'
import { imageBackdrop } from '#client/model/document/backdrop.ts'
import { cropOf } from '#client/model/document/crop.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { separatedSession } from '../../../tests/helpers/session.ts'
import { setGradient } from '../tabs/background/backgroundPresets.ts'
import { besideCut, mayFillAround, sizeForFrame, sizeWithMargins } from './fillAround.ts'

it.each([
  ['a portrait to a square', { width: 600, height: 800 }, 1, { width: 800, height: 800 }],
  ['at most a quarter per side', { width: 600, height: 900 }, 16 / 9, { width: 900, height: 900 }],
  ['above and below', { width: 900, height: 600 }, 1, { width: 900, height: 900 }],
  ['by equal margins', { width: 601, height: 800 }, 1, { width: 799, height: 800 }],
  ['never where the ratio is the photo’s', { width: 900, height: 600 }, 1.5, null],
])('sizeWithMargins widens the photo: %s', (_, photo, ratio, size) => {
  expect(sizeWithMargins(photo, ratio)).toEqual(size)
})

it.each([
  ['right', { x: 400, y: 0, width: 600, height: 500 }, 0],
  ['left', { x: 0, y: 0, width: 300, height: 500 }, 250],
])('a subject cut off at the %s side gets no margin at that side', (_, box, x) => {
  const session = separatedSession()
  Object.assign(session.doc.separation!, { box })
  const canvas = sizeForFrame(snapshotOf(session), 2.5)!
  expect(canvas).toEqual({ width: 1500, height: 500 })
  const around = {
    ...snapshotOf(session),
    backdrop: imageBackdrop({ asset: 'b' as AssetId, hasAlpha: false, ...canvas }),
  }
  const crop = { ...cropOf(around), format: 'free' } as const
  expect(besideCut(around, crop, canvas)).toMatchObject({ x, width: 1250 })
})

it('only a photo with its own background can be extended', () => {
  const session = separatedSession()
  const { width, height } = session.doc.photo!
  expect(mayFillAround(snapshotOf(session), { width: 2 * width, height })).toBe(true)
  expect(mayFillAround(snapshotOf(session), { width, height })).toBe(false)
  setGradient(session, { name: 'Sky', top: '#7fbdf5', bottom: '#e6f3ff' })
  expect(mayFillAround(snapshotOf(session), { width: 2 * width, height })).toBe(false)
})
