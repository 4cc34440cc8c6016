import { expect, it } from 'vitest'
import { emptyDocument } from '#client/model/document/document.ts'
import { hueOf, tonesOf, withPhotoHue } from './tones.ts'

const GRAY = { subject: ['#808080'], background: ['#404040'] } as const
const RED = { subject: ['#e02020'], background: ['#404040'] } as const

it('hueOf returns the hue of the most vivid color', () => {
  expect(hueOf(RED)).toBeCloseTo(28, 0)
  expect(hueOf(GRAY)).toBeNull()
  expect(hueOf({ subject: [], background: [] })).toBeNull()
})

it('withPhotoHue replaces only colors of the given hue', () => {
  const [pale, strong] = [tonesOf(250)[0]!, tonesOf(250)[3]!]
  const doc = emptyDocument()
  doc.backdrop = { type: 'color', color: strong, opacity: 100, gradient: { color: '#ffffff', angle: 90 } }
  const text = { id: 't', kind: 'text', placement: 'background', color: pale, glow: { color: '#123456' } }
  const changed = withPhotoHue({ ...doc, layers: { t: text } } as never, 250, RED)
  const red = tonesOf(hueOf(RED)!)
  expect(changed.backdrop).toEqual({ ...doc.backdrop, color: red[3] })
  expect(changed.layers).toEqual({ t: { ...text, color: red[0] } })
  expect(withPhotoHue(doc, 250, GRAY)).toEqual(doc)
})
