import { expect, it } from 'vitest'
import { snapshotOf } from '#client/model/session/session.ts'
import { separationOf } from '#client/render/matting/separation.ts'
import { separatedPhoto } from '../../tests/helpers/session.ts'
import { aroundSubject } from './subjectBox.ts'

it.each([
  ['the head of a subject that is wider than the frame', 240, 80],
  ['the middle of a subject that fits into the frame', 90, 95],
])('aroundSubject centers the frame of a story on %s', (_, shoulders, middle) => {
  const session = separatedPhoto()
  const { doc, assets } = session
  // the head covers columns 60 to 100, the shoulders below it begin at column 50
  const isSubject = (x: number, y: number) => (y < 100 ? x >= 60 && x < 100 : x >= 50 && x < 50 + shoulders)
  const coverage = Uint8Array.from({ length: 300 * 200 }, (__, i) =>
    isSubject(i % 300, Math.floor(i / 300)) ? 255 : 0,
  )
  const matte = assets.put({ kind: 'matte', width: 300, height: 200, coverage })
  session.history.restart(() => {
    doc.separation = separationOf(assets, matte, 'test')
  })
  const story = { canvas: { width: 300, height: 200 }, size: { width: 1080, height: 1920 }, format: 'free' } as const
  const { x, width } = aroundSubject(snapshotOf(session), story, assets.matte(matte))
  expect(Math.abs(x + width / 2 - middle)).toBeLessThanOrEqual(1)
})
