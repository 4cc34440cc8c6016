/** Tests that the frame, guides and alignment of a text layer use its painted letters, not its line height. */
import { expect, it } from 'vitest'
import { IDENTITY } from '#client/kit/geometry/affine.ts'
import type { Rect } from '#client/kit/geometry/geometry.ts'
import { kinds } from '#client/layers/registry.ts'
import { documentOf, inkOf, layerOf, SIZE, textStudio } from '#client/layers/text/paint/testing.ts'
import type { TextValues } from '#client/layers/text/schema.ts'
import { textTransform } from '#client/layers/text/transform.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { uprightBox } from '#client/render/kind.ts'
import { alignment } from './align.ts'
import { groupOf, moveGroup, seenGroupBox } from './group.ts'

const studio = textStudio()

const docWith = (values: Partial<TextValues>): DocumentSnapshot => {
  const layer = layerOf(values)
  return { ...documentOf(), layers: { [layer.id]: layer }, order: [layer.id] }
}
const groupWith = (values: Partial<TextValues>) => groupOf(docWith(values), kinds, [layerOf(values).id])!

/** Returns the bounds of all painted pixels in document px. */
async function painted(values: Partial<TextValues>): Promise<Rect> {
  const { left, top, right, bottom } = inkOf(await studio.paint(values))
  return { x: left, y: top, width: right + 1 - left, height: bottom + 1 - top }
}

/** Returns the largest distance between corresponding edges of two boxes, px. */
const apart = (a: Rect, b: Rect) =>
  Math.max(
    ...[a.x - b.x, a.y - b.y, a.x + a.width - b.x - b.width, a.y + a.height - b.y - b.height].map((by) => Math.abs(by)),
  )

const FRAMED = { ...layerOf({}).frame, enabled: true, width: 400, height: 300, vertical: 'top' } as const
const BACKGROUND = {
  ...layerOf({}).background,
  enabled: true,
  fitsText: false,
  width: 300,
  height: 200,
  borderRadius: 0,
}

it.each([
  ['letters without ascenders', { text: 'aaa' }, 2],
  ['letters with descenders', { text: 'gyp' }, 2],
  ['two lines', { text: 'aaa\nno', lineHeight: 1.5 }, 2],
  ['a text box', { text: 'aaa', frame: FRAMED }, 2],
  ['a background box', { text: 'aaa', background: BACKGROUND }, 2],
  ['a quarter turn', { text: 'aaa', rotation: 90 }, 2],
  ['an arc', { text: 'aaaaaa', curve: 90, fontSize: 60 }, 6],
] as const)('the selection frame closely encloses %s', async (_, values, tolerance) => {
  const group = groupWith(values)
  const letters = await painted(values)
  expect(apart(uprightBox(group.placed), letters)).toBeLessThanOrEqual(tolerance)
  expect(apart(seenGroupBox(group, IDENTITY), letters), 'the box that snaps').toBeLessThanOrEqual(tolerance)
})

it('the selection frame of a text layer without letters is the box of an empty line', () => {
  expect(groupWith({ text: ' ' }).placed).toEqual(textTransform.placed(layerOf({ text: ' ' }), documentOf()))
})

it.each([
  ['top', 0],
  ['bottom', SIZE.height],
] as const)('aligning text to the %s edge moves its painted letters to that edge', async (edge, at) => {
  const doc = docWith({ text: 'aaa' })
  const layer = layerOf({ text: 'aaa' })
  const group = groupOf(doc, kinds, [layer.id])!
  const [by] = alignment(group, edge, { x: 0, y: 0, ...SIZE }, IDENTITY)
  moveGroup({ ...documentOf(), layers: { [layer.id]: layer } } as never, group, by!, doc)
  const { y, height } = await painted({ text: 'aaa', position: layer.position })
  expect(Math.abs((edge === 'top' ? y : y + height) - at)).toBeLessThanOrEqual(2)
})
