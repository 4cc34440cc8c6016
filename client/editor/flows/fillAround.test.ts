import { expect, it } from 'vitest'
import { snapshotOf } from '#client/model/session/session.ts'
import { separatedSession } from '../../../tests/helpers/session.ts'
import { setGradient } from '../tabs/background/backgroundPresets.ts'
import { mayFillAround, sizeWithMargins } from './fillAround.ts'

it.each([
  ['a portrait to a square', { width: 600, height: 800 }, 1, { width: 800, height: 800 }],
  ['at most a quarter per side', { width: 600, height: 900 }, 16 / 9, { width: 900, height: 900 }],
  ['above and below', { width: 900, height: 600 }, 1, { width: 900, height: 900 }],
  ['by equal margins', { width: 601, height: 800 }, 1, { width: 799, height: 800 }],
  ['never where the ratio is the photo’s', { width: 900, height: 600 }, 1.5, null],
])('the photo is widened: %s', (_, photo, ratio, size) => {
  expect(sizeWithMargins(photo, ratio)).toEqual(size)
})

it('only the photo’s own background can be filled around', () => {
  const session = separatedSession()
  const { width, height } = session.doc.photo!
  expect(mayFillAround(snapshotOf(session), { width: 2 * width, height })).toBe(true)
  expect(mayFillAround(snapshotOf(session), { width, height })).toBe(false)
  setGradient(session, { name: 'Sky', top: '#7fbdf5', bottom: '#e6f3ff' })
  expect(mayFillAround(snapshotOf(session), { width: 2 * width, height })).toBe(false)
})
