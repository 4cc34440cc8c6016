import { expect, it } from 'vitest'
import type { LayerId } from '#client/kit/values/ids.ts'
import { type DocumentSnapshot, emptyDocument, type LayerBase } from '#client/model/document/document.ts'
import { aloneInScene, depthsOf } from './planes.ts'

const layer = (id: string, placement: LayerBase['placement'], more: object = {}) => ({
  ...{ id: id as LayerId, kind: id.replace(/\d/, ''), placement, fill: { enabled: false } },
  ...more,
})
const documentOf = (...layers: readonly LayerBase[]): DocumentSnapshot => ({
  ...emptyDocument(),
  layers: Object.fromEntries(layers.map((one) => [one.id, one])),
  order: layers.map(({ id }) => id),
})
const BACKGROUND = layer('background', 'background')
const SUBJECT = layer('subject', 'foreground')

const depths = (doc: DocumentSnapshot) =>
  Object.fromEntries(
    [
      ...depthsOf(
        doc,
        doc.order.map((id) => ({ id })),
      ),
    ].map(([id, depth]) => [id, Math.round(100 * depth)]),
  )

it('layers behind the subject are farther away than the subject, and layers in front are nearer', () => {
  const [far, behind] = [layer('text1', 'background'), layer('text2', 'background')]
  const [front, near] = [layer('text3', 'foreground'), layer('text4', 'foreground')]
  expect(depths(documentOf(BACKGROUND, far, behind, SUBJECT, front, near))).toEqual({
    ...{ background: 100, text1: 87, text2: 73, subject: 60 },
    ...{ text3: 48, text4: 35 },
  })
})

it('the depth that the user sets for a layer replaces its default depth', () => {
  expect(depths(documentOf(BACKGROUND, layer('subject', 'foreground', { depth: 42 })))).toEqual({
    background: 100,
    subject: 42,
  })
})

it('hidden layers have no depth', () => {
  expect(depths(documentOf(BACKGROUND, layer('subject', 'foreground', { isHidden: true })))).toEqual({
    background: 100,
  })
})

it('layers have depths even if there is no subject', () => {
  expect(depths(documentOf(BACKGROUND, layer('text1', 'background'), layer('text2', 'foreground')))).toEqual({
    ...{ background: 100, text1: 80, text2: 35 },
  })
})

it('aloneInScene for the background fills the area behind the subject even if the fill is off', () => {
  const alone = aloneInScene(documentOf(BACKGROUND, SUBJECT), BACKGROUND.id)
  expect(alone.order).toEqual(['background'])
  expect(alone.backdrop).toEqual({ type: 'original' })
  expect(alone.layers[SUBJECT.id]).toMatchObject({ isHidden: true, fill: { enabled: true } })
})

it('aloneInScene for the subject uses a transparent background', () => {
  const alone = aloneInScene(documentOf(BACKGROUND, SUBJECT), SUBJECT.id)
  expect(alone).toMatchObject({ order: ['subject'], backdrop: { type: 'transparent' } })
  expect(alone.layers[SUBJECT.id]?.isHidden).toBeUndefined()
})
