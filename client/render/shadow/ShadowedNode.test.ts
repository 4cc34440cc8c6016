import { Container } from 'pixi.js'
import { expect, it, vi } from 'vitest'
import type { Rect } from '#client/kit/geometry/geometry.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { newLayer } from '#client/layers/registry.ts'
import { subjectKind } from '#client/layers/subject/index.ts'
import { type DocumentSnapshot, layerOfKind } from '#client/model/document/document.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import type { SubjectLayer } from '#client/render/objects/subjectFields.ts'
import { FakeWorker } from '../../../tests/helpers/fakeWorker.ts'
import { quietSession } from '../../../tests/helpers/session.ts'
import type { Frame, LayerNode } from '../kind.ts'
import { editedMattesOf, hasPendingMatte } from '../matting/mask-edits/editedMattes.ts'
import { adjustTile } from '../matting/mask-edits/maskEdge.ts'
import { separationOf } from '../matting/separation.ts'
import { withShadow } from './ShadowedNode.ts'
import type { takeSilhouette } from './silhouette.ts'

const SIZE = { width: 1536, height: 1024 }
const WHOLE = { x: 0, y: 0, ...SIZE }

// an earlier test file of this worker may have imported the modules, and a mock has no effect on imported modules
vi.hoisted(() => vi.resetModules())

// Replaces the GPU silhouette with a mock that updates the caster without painting.
vi.mock('./silhouette.ts', () => ({
  takeSilhouette(...[, node, bounds, { unit, update }]: Parameters<typeof takeSilhouette>) {
    update(bounds, 1)
    node.destroy()
    const caster = { unit, bounds, bottom: bounds.y + bounds.height, origin: bounds, density: 1 }
    return { caster, texture: { destroy: () => undefined } }
  },
}))
vi.mock('#shaders/shadow/shadow.ts', () => ({
  Shadow: class {
    readonly mesh = new Container()
    show() {}
    hide() {}
    destroy() {}
  },
}))

/** Creates a subject with a shadow: a rectangle whose upper edge is at 300 px. */
function subjectWithShadow() {
  const session = quietSession()
  const { doc, assets, history } = session
  const coverage = new Uint8Array(SIZE.width * SIZE.height)
  for (let y = 300; y < 700; y++) coverage.fill(255, y * SIZE.width + 400, y * SIZE.width + 1000)
  history.restart(() => {
    const bitmap = { ...SIZE, close() {} } as ImageBitmap
    const photo = assets.put({ kind: 'bitmap', bitmap, ...SIZE, hasAlpha: false, sha256: 'p' })
    doc.photo = { asset: photo, name: 'p.jpg', hasAlpha: false, ...SIZE }
    doc.separation = separationOf(assets, assets.put({ kind: 'matte', ...SIZE, coverage }), 'test')
    newLayer(doc, 'background')
    newLayer(doc, 'subject', { shadow: { enabled: true } })
  })
  return session
}

it("when the workers complete the matte, the shadow's silhouette is rendered again", async () => {
  vi.stubGlobal('Worker', FakeWorker.bind(null, { adjustTile }))
  const session = subjectWithShadow()
  const mattes = editedMattesOf(session.assets)
  /** The subject's coverage at a pixel above its upper edge, for each rendered silhouette. */
  const taken: (number | undefined)[] = []
  let created = 0
  const create = (): LayerNode<Immutable<SubjectLayer>> => {
    const isCaster = created++ > 0 // the first node paints the layer itself
    return {
      view: new Container(),
      area: null as Rect | null,
      update(_: Immutable<SubjectLayer>, frame: Frame, doc: DocumentSnapshot) {
        const { matte } = mattes.liveSubject(doc, frame)
        if (isCaster) taken.push(matte?.coverage[290 * SIZE.width + 700])
      },
      destroy: () => undefined,
    }
  }
  const node = withShadow<SubjectLayer>(subjectKind, create, { isUnfinished: hasPendingMatte })({
    assets: session.assets,
  } as never)
  const paint = () => {
    const doc = snapshotOf(session)
    const frame = { region: WHOLE, scale: 1, isDraft: false, isLive: true }
    return node.update(layerOfKind(doc, 'subject') as Immutable<SubjectLayer>, frame, doc)
  }
  await paint()
  await paint()
  expect(taken).toEqual([0])
  session.history.transact('Shift edge', () => {
    session.doc.mend.shiftEdge = 40
  })
  await paint()
  expect(taken).toEqual([0, 0])
  for (let { pending } = mattes; pending; { pending } = mattes) {
    await pending
    await paint()
  }
  expect(taken.at(-1)).toBe(255)
  const { length } = taken
  await paint()
  expect(taken).toHaveLength(length)
})
