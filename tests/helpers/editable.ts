/** A segmented photo with mask edits and lifted objects, for tests of its mattes. */
import type { Point, Rect } from '#client/kit/geometry/geometry.ts'
import { defaults } from '#client/kit/values/fields.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import { listOf } from '#client/kit/values/immutable.ts'
import type { ObjectLayer } from '#client/layers/object/schema.ts'
import { type LayerValues, newLayer } from '#client/layers/registry.ts'
import { type MaskEdits, type MaskStroke, strokeFields } from '#client/model/document/maskEdits.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { liftedMatteOf, matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { asLifted } from '#client/render/objects/lifted.ts'
import { separatedPhoto } from './session.ts'

const LOOK = { ...defaults(strokeFields), isSnapping: false }
const BRUSH = { size: 10, hardness: 100 }

function present<T>(value: T | null | undefined): T {
  if (value == null) throw new Error('the photo lacks a matte or layer')
  return value
}

/** Opens a 300 × 200 px photo with a subject of 100 × 100 px in its upper left corner. */
export function editable() {
  const session = separatedPhoto()
  const { assets, history, doc } = session
  const addStroke = (mendOf: () => MaskEdits, values: Partial<MaskStroke>) =>
    history.transact('Stroke', () => {
      mendOf().strokes = listOf([...mendOf().strokes, { ...LOOK, ...values }])
    })
  const stroke = (mode: MaskStroke['mode'], at: Point) => addStroke(() => doc.mend, { mode, points: listOf([at]) })
  const matte = () => present(matteOf(snapshotOf(session), assets))
  const at = (x: number, y: number) => matte().coverage[y * 300 + x]
  const matteWith = (byte: number, { x, y, width, height }: Rect) => {
    const coverage = new Uint8Array(300 * 200)
    for (let row = y; row < y + height; row++) coverage.fill(byte, row * 300 + x, row * 300 + x + width)
    return assets.put({ kind: 'matte', width: 300, height: 200, coverage })
  }
  /** Replaces the subject's matte. */
  const setMatte = (whole: ReturnType<typeof matteWith>) =>
    history.amend(() => {
      doc.separation = { ...present(doc.separation), matte: whole }
    })
  /** Lifts an object of 20 × 20 px with this coverage out of the subject, or out of the background. */
  const lift = (byte: number, values: LayerValues, home: 'subject' | 'background' = 'subject') => {
    const box = { x: home === 'subject' ? 40 : 140, y: 40, width: 20, height: 20 }
    const lifted = { matte: matteWith(byte, box), home, box }
    return history.transact('Lift', () =>
      newLayer(doc, 'object', { lifted, placement: 'foreground', ...values } as LayerValues),
    )
  }
  /** Returns an object's matte, and a brush of 10 px for the object's mask. */
  const object = (id: LayerId) => {
    const own = () => {
      const doc = snapshotOf(session)
      return present(liftedMatteOf(doc, assets, present(asLifted(doc.layers[id]))))
    }
    return {
      matte: own,
      at: (x: number, y: number) => own().coverage[y * 300 + x],
      dot: (mode: MaskStroke['mode'], place: Point) =>
        addStroke(() => (doc.layers[id] as ObjectLayer).mend, { ...BRUSH, mode, points: listOf([place]) }),
    }
  }
  const erase = (x: number) => stroke('erase', { x, y: 50 })
  return { session, stroke, erase, matte, at, matteWith, setMatte, lift, object }
}
