import { expect, it } from 'vitest'
import type { Size } from '#client/kit/geometry/geometry.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { separatedSession } from '../../../../tests/helpers/session.ts'
import { motionFileFields, motionFormatOf, motionLimits } from './motionFormats.ts'
import { isTooLarge, planMotion } from './planMotion.ts'

/** Maximum macroblocks per frame and per second of H.264 level 5.2 (ITU-T H.264, table A-1). */
const [PER_FRAME, PER_SECOND] = [36_864, 2_073_600]

function documentOf({ width, height }: Size) {
  const session = separatedSession()
  session.history.restart(() => Object.assign(session.doc.photo ?? {}, { width, height }))
  return snapshotOf(session)
}

const frameOf = (photo: Size, size: string, format: string, fps = 30) => {
  const { frame } = planMotion(documentOf(photo), size, motionLimits(motionFormatOf({ format }), fps))
  return { width: frame.width, height: frame.height }
}

const PHOTOS = [
  [4032, 3024],
  [3024, 4032],
  [4000, 4000],
  [6000, 4000],
  [4032, 2268],
  [8000, 1000],
  [640, 480],
] as const

it.each(PHOTOS)('a motion clip of a photo of %d × %d px stays within H.264 level 5.2', (width, height) => {
  for (const fps of [24, 30, 60]) {
    const frame = frameOf({ width, height }, 'original', 'mp4', fps)
    const blocks = Math.ceil(frame.width / 16) * Math.ceil(frame.height / 16)
    expect(blocks).toBeLessThanOrEqual(PER_FRAME)
    expect(blocks * fps).toBeLessThanOrEqual(PER_SECOND)
    expect([frame.width % 2, frame.height % 2]).toEqual([0, 0])
    expect(frame.width / frame.height).toBeCloseTo(width / height, 2)
  }
})

it('a motion clip of a 12 MP photo in 4:3 has nearly the maximum size of its H.264 level', () => {
  const { width, height } = frameOf({ width: 4032, height: 3024 }, 'original', 'mp4')
  expect(width * height).toBeGreaterThan(0.97 * PER_FRAME * 256)
})

it('a motion clip of a photo within the limits has the size of the photo', () => {
  expect(frameOf({ width: 3840, height: 2160 }, 'original', 'mp4')).toEqual({ width: 3840, height: 2160 })
})

it('a motion clip has the chosen size in every format', () => {
  for (const size of motionFileFields.size.options.filter((one) => one !== 'original'))
    for (const format of motionFileFields.format.options) {
      const frame = frameOf({ width: 4032, height: 3024 }, size, format)
      expect(`${frame.width}x${frame.height}`).toBe(size)
      expect(isTooLarge(size, motionLimits(motionFormatOf({ format }), 60))).toBe(false)
    }
})

it('a GIF of the original size is reduced to 720 px', () => {
  expect(frameOf({ width: 4000, height: 2000 }, 'original', 'gif')).toEqual({ width: 720, height: 360 })
})

it.each(['mp4', 'webm', 'gif'])('a chosen size beyond the limits is too large for %s', (format) => {
  const limits = motionLimits(motionFormatOf({ format }), 30)
  expect(isTooLarge('3840x3840', limits)).toBe(true)
  expect(isTooLarge('4096x16', limits)).toBe(true)
  expect(isTooLarge('1920x1920', limits)).toBe(false)
})
