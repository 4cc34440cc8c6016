/** Exports of a photo with lifted objects. */
import { expect, it } from 'vitest'
import { conform } from '#client/kit/values/fields.ts'
import { duplicateLayer } from '#client/layers/actions.ts'
import { kinds, newLayer } from '#client/layers/registry.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { asLifted } from '#client/render/objects/lifted.ts'
import { backgroundBranch, objectBranch } from '#client/render/photo/branches.ts'
import { stackOrder } from '#client/render/stackOrder.ts'
import { separatedPhoto } from '../../../tests/helpers/session.ts'
import { exportPicture } from './exportPicture.ts'
import { exportFields } from './exportSettings.ts'
import { makePicture } from './fixtures/pictures.ts'
import { sourceOf } from './fixtures/sourceOf.ts'
import { pictureLayers } from './pictureLayers.ts'

const SIZE = { width: 300, height: 200 }
const HIDDEN = { isHidden: true as const }

/** Lifts a 20 px square around (50, 50) out of the photo without moving the square. */
function liftInPlace({ assets, doc, history }: Session, home: 'subject' | 'background') {
  const box = { x: 40, y: 40, width: 20, height: 20 }
  const coverage = new Uint8Array(SIZE.width * SIZE.height)
  for (let y = 40; y < 60; y++) coverage.fill(255, y * SIZE.width + 40, y * SIZE.width + 60)
  const lifted = { matte: assets.put({ kind: 'matte', ...SIZE, coverage }), home, box }
  const placement = home === 'subject' ? ('foreground' as const) : ('background' as const)
  return history.transact('Lift', () => newLayer(doc, 'object', { lifted, placement }))
}

/** Returns export functions that log the painted documents. */
function studio() {
  const documents: DocumentSnapshot[] = []
  return {
    documents,
    stackOf: (doc: DocumentSnapshot) => stackOrder(doc, kinds).map((id) => ({ id, name: id })),
    async createPainter(doc: DocumentSnapshot) {
      documents.push(doc)
      return { ...sourceOf(SIZE, makePicture(SIZE, 'noise', true), { opaque: false }), destroy: () => undefined }
    },
  }
}

/**
 * Paints all layers of a layered file. Returns the painted documents, a list of them by layer kind, and the hidden
 * layers' names.
 */
async function layersOf(session: Session) {
  const at = studio()
  const doc = snapshotOf(session)
  const layers = pictureLayers(doc, 1, at)
  for (const layer of layers) await layer.open()
  const documentOf = (kind: string) => at.documents.find(({ order, layers: all }) => all[order[0]!]?.kind === kind)!
  return {
    doc,
    documentOf,
    hidden: layers.flatMap(({ name, isHidden }) => (isHidden ? [name] : [])),
    documents: at.documents,
  }
}

/** Exports the subject alone. Returns `inSubject` of each painted document. */
async function exportedCoverages(session: Session) {
  const at = studio()
  const settings = conform(exportFields, { content: 'subject', format: 'png' })
  const file = await exportPicture(snapshotOf(session), settings, at, { signal: new AbortController().signal })
  expect(file.ok).toBe(true)
  return at.documents.map((doc) => inSubject(doc, session))
}

/** Returns the subject's coverage (0..255) at the center of the square. */
const inSubject = (doc: DocumentSnapshot, { assets }: Session) => matteOf(doc, assets)?.coverage[50 * SIZE.width + 50]

it.each([false, true])(
  'the exported cutout contains an object that was lifted from the subject but not moved (with a copy: %s)',
  async (isCopied) => {
    const session = separatedPhoto()
    const id = liftInPlace(session, 'subject')
    if (isCopied) duplicateLayer(session, id)
    expect(await exportedCoverages(session)).toEqual([255, 255])
  },
)

it.each([
  ['is filled', true, 255],
  ['has a hole', false, 0],
])('the exported cutout %s where an object was erased from the subject (fill: %s)', async (_, enabled, coverage) => {
  const session = separatedPhoto()
  const layer = session.doc.layers[liftInPlace(session, 'subject')]!
  session.history.transact('Hide', () => {
    Object.assign(layer, HIDDEN)
    Object.assign(asLifted(layer)!.fill, { enabled })
  })
  expect(await exportedCoverages(session)).toEqual([coverage, coverage])
})

it.each([
  ['visible', false],
  ['hidden', true],
])(
  'an unmoved object lifted from the background stays in the background layer of a layered file, with a %s duplicate',
  async (_, isHidden) => {
    const session = separatedPhoto()
    const id = liftInPlace(session, 'background')
    const [copy] = duplicateLayer(session, id)
    if (isHidden) session.history.transact('Hide', () => Object.assign(session.doc.layers[copy!]!, HIDDEN))
    const { doc, documentOf, hidden, documents } = await layersOf(session)
    expect(backgroundBranch(doc)?.fill).toBeUndefined()
    expect(backgroundBranch(documentOf('background'))?.fill).toBeUndefined()
    expect(hidden).toContain(id)
    const ofCopy = documents.find(({ order }) => order[0] === copy)!
    expect(objectBranch(ofCopy, asLifted(ofCopy.layers[copy!])!)?.role).toBe('SUBJECT')
  },
)

it('an unmoved object lifted from the subject stays in the subject layer of a layered file', async () => {
  const session = separatedPhoto()
  duplicateLayer(session, liftInPlace(session, 'subject'))
  const { documentOf } = await layersOf(session)
  expect(inSubject(documentOf('subject'), session)).toBe(255)
})

it("a copy of a background object doesn't hide the subject in a layered file", async () => {
  const session = separatedPhoto()
  duplicateLayer(session, liftInPlace(session, 'background'))
  const { hidden } = await layersOf(session)
  const subject = Object.values(session.doc.layers).find(({ kind }) => kind === 'subject')!
  expect(hidden).not.toContain(subject.id)
})
