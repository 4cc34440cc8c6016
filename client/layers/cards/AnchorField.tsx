import { useSnapshot } from 'valtio'
import type { LayerId } from '#client/kit/base/ids.ts'
import { t, tLabels } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { Select } from '#client/kit/ui/controls/Select.tsx'
import { useSession } from '#client/model/session/session.ts'
import { anchorLayer } from '../actions.ts'
import { isAtSubject } from '../subjectBox.ts'

const ANCHORS = [
  { value: 'canvas', label: 'Canvas' },
  { value: 'subject', label: 'Subject' },
] as const

interface Props {
  layer: LayerId
  /** Adds the option "Subject" while the layer is beside or behind the subject. */
  hasOffer?: boolean
}

/**
 * Choice of the anchor: a layer keeps its position relative to the image or to the subject when its template is applied
 * to another photo.
 */
export function AnchorField({ layer: id, hasOffer = false }: Props) {
  const session = useSession()
  const doc = useSnapshot(session.doc)
  const layer = doc.layers[id]
  if (!layer || !doc.separation) return null
  return (
    <>
      <Select
        label={t('Position relative to')}
        value={layer.anchor ?? 'canvas'}
        options={tLabels(ANCHORS)}
        onChange={(anchor) => anchorLayer(session, id, anchor)}
      />
      {hasOffer && !layer.anchor && isAtSubject(layer, doc) && (
        <Button onClick={() => anchorLayer(session, id, 'subject')}>{t('Keep position relative to subject')}</Button>
      )}
    </>
  )
}
