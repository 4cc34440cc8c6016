/** The document that the stage paints in a mask view: the unchanged photo, or the subject alone on black or white. */
import { defaults } from '../../../kit/base/fields.ts'
import type { Immutable } from '../../../kit/base/immutable.ts'
import { colorBackdrop } from '../../../model/document/backdrop.ts'
import { type DocumentSnapshot, emptyDocument, isPhotoLayer, type LayerBase } from '../../../model/document/document.ts'
import type { MaskView } from '../../../model/session/ui/subject.ts'
import { asLifted } from '../../objects/lifted.ts'
import { subjectPlaceFields } from '../../objects/subjectFields.ts'
import { shadowField } from '../../shadow/shadowFields.ts'
import { cutoutField } from '../cutout.ts'

const NEUTRAL_TUNE = emptyDocument().tune
const BACKDROPS = { black: colorBackdrop({ color: '#000000' }), white: colorBackdrop({ color: '#ffffff' }) }

/**
 * Returns a copy of `doc` with the whole photo and the subject only, the subject at its original place: what the preview paints while
 * the mask is viewed, or while objects are lifted out of the photo. The subject alone is shown without its lifted objects.
 */
export function documentForMaskView(doc: DocumentSnapshot, view: MaskView | 'photo'): DocumentSnapshot {
  const isAlone = view === 'black' || view === 'white'
  const kept = Object.values(doc.layers).flatMap((layer): Immutable<LayerBase>[] => {
    const { isHidden: _, ...shown } = layer
    if (isPhotoLayer(layer)) return [shown]
    return isAlone && asLifted(layer) ? [{ ...layer, isHidden: true as const }] : []
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
