/** What the stage paints while the mask is looked at: the photo as it is, or the subject alone, without anything else. */
import { defaults } from '../../../kit/base/fields.ts'
import { colorBackdrop } from '../../../model/document/backdrop.ts'
import { type DocumentSnapshot, emptyDocument, isPhotoLayer } from '../../../model/document/document.ts'
import type { MaskView } from '../../../model/session/ui/subject.ts'
import { cutoutField } from '../cutout.ts'
import { subjectPlaceFields } from '../subjectFields.ts'

const UNTUNED = emptyDocument().tune
const BACKDROPS = { black: colorBackdrop({ color: '#000000' }), white: colorBackdrop({ color: '#ffffff' }) }

/** The subject stands where the photo has it, whatever it is that the document puts around it. */
export function seenThroughMask(doc: DocumentSnapshot, view: MaskView): DocumentSnapshot {
  const isAlone = view === 'black' || view === 'white'
  const kept = Object.values(doc.layers).filter(isPhotoLayer)
  const inPlace = { ...defaults(subjectPlaceFields), cutout: defaults(cutoutField.fields) }
  const layers = kept.map((layer) => [layer.id, layer.kind === 'subject' ? { ...layer, ...inPlace } : layer])
  return {
    ...doc,
    backdrop: isAlone ? BACKDROPS[view] : { type: 'original' },
    tune: isAlone ? doc.tune : UNTUNED,
    layers: Object.fromEntries(layers),
    order: kept.map(({ id }) => id),
  }
}
