import { useSnapshot } from 'valtio'
import type { LayerId } from '../../kit/base/ids.ts'
import { t, tLabels } from '../../kit/i18n/translate.ts'
import { Button } from '../../kit/ui/controls/Button.tsx'
import { Select } from '../../kit/ui/controls/Select.tsx'
import { useSession } from '../../model/session/session.ts'
import { anchorLayer } from '../actions.ts'
import { isAtSubject } from '../subjectBox.ts'

const ANCHORS = [
  { value: 'canvas', label: 'Canvas' },
  { value: 'subject', label: 'Subject' },
] as const

interface Props {
  layer: LayerId
  /** Offers the subject by a button while the layer stands beside or behind it. */
  hasOffer?: boolean
}

/** The control for what a layer keeps its place to when its design is used on another photo. */
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
