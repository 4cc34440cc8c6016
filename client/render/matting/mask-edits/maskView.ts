import { defaults } from '#client/kit/values/fields.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { colorBackdrop } from '#client/model/document/backdrop.ts'
import { type DocumentSnapshot, isPhotoLayer, type LayerBase, NEUTRAL_TUNE } from '#client/model/document/document.ts'
import type { MaskView } from '#client/model/session/ui/subject.ts'
import { asLifted, type LiftedLayer } from '../../objects/lifted.ts'
import { cutoutField, subjectPlaceFields } from '../../objects/subjectFields.ts'
import { shadowField } from '../../shadow/shadowFields.ts'

const BACKDROPS = { black: colorBackdrop({ color: '#000000' }), white: colorBackdrop({ color: '#ffffff' }) }

/**
 * Returns the document that the preview paints in a mask view, or while the user lifts or erases objects. The document
 * shows only the photo and the subject at its original position. While the user erases, and below the overlay of the
 * subject's mask, the holes of erased objects are filled. If the photo's own background is visible while the user
 * erases, returns `doc`. `object`: the object whose mask is shown instead of the subject's.
 */
export function documentForMaskView(
  doc: DocumentSnapshot,
  view: MaskView | 'photo' | 'erased',
  object: LayerId | null = null,
): DocumentSnapshot {
  if (view === 'erased' && doc.backdrop.type === 'original') return doc
  const isAlone = view === 'black' || view === 'white'
  const isObjectAlone = isAlone && asLifted(object ? doc.layers[object] : undefined) !== null
  const isErased = view === 'erased' || (view === 'overlay' && object === null)
  const kept = Object.values(doc.layers).flatMap((layer): Immutable<LayerBase>[] => {
    const { isHidden: _, ...shown } = layer
    if (isPhotoLayer(layer)) return [isObjectAlone && layer.kind === 'subject' ? { ...shown, isHidden: true } : shown]
    const lifted = isAlone || (isErased && layer.isHidden) ? asLifted(layer) : null
    if (!lifted) return []
    return [isObjectAlone && layer.id === object ? inPhoto(lifted) : { ...layer, isHidden: true as const }]
  })
  const inPlace = {
    ...defaults(subjectPlaceFields),
    cutout: defaults(cutoutField.fields),
    shadow: defaults(shadowField.fields),
  }
  const layers = kept.map((layer) => [layer.id, layer.kind === 'subject' ? { ...layer, ...inPlace } : layer])
  return {
    ...doc,
    backdrop: isAlone ? BACKDROPS[view] : { type: 'original' },
    crop: null,
    tune: isAlone ? doc.tune : NEUTRAL_TUNE,
    layers: Object.fromEntries(layers),
    order: kept.map(({ id }) => id),
  }
}

/** Returns the object at its position in the photo, opaque and without shadow. */
function inPhoto({ isHidden: _, blendMode: __, ...object }: LiftedLayer): Immutable<LayerBase> {
  return {
    ...object,
    position: { x: 0, y: 0 },
    size: 100,
    rotation: 0,
    flip: { horizontal: false, vertical: false },
    opacity: 100,
    shadow: defaults(shadowField.fields),
  } as Immutable<LayerBase>
}
