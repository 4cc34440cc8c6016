import { EyeOff } from 'lucide-react'
import { useState } from 'react'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import type { LayerId } from '#client/kit/values/ids.ts'
import { useDocument, useSession, useSessionValue } from '#client/model/session/session.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { placeLayer } from '../actions.ts'
import { isAlmostHidden } from '../occlusion/occlusion.ts'
import { moveFromBehind } from '../placing.ts'
import { kindOf } from '../registry.ts'
import styles from './HiddenNotice.module.css'

/**
 * A notice that the subject hides almost all of the layer, with buttons that make the layer visible. During a gesture,
 * the notice neither appears nor disappears, because the controls below it would move.
 */
export function HiddenNotice({ layer: id, message }: { layer: LayerId; message?: string }) {
  const session = useSession()
  const doc = useDocument()
  const layer = doc.layers[id]
  const kind = kindOf(layer?.kind ?? 'text')
  const matte = matteOf(doc, session.assets)
  const isDragging = useSessionValue(({ history }) => history.isOpen)
  const [was, setWas] = useState<boolean | null>(null)
  const isHidden =
    isDragging && was !== null ? was : layer !== undefined && matte !== null && isAlmostHidden(layer, kind, doc, matte)
  if (isHidden !== was) setWas(isHidden)

  return (
    <div role="status" className={isHidden ? styles.notice : 'unseen'}>
      {isHidden && (
        <>
          <EyeOff className={styles.icon} strokeWidth={1.75} aria-hidden />
          <span className={styles.words}>{message ?? t('The subject hides almost all of this layer.')}</span>
          {kind.slot === 'placed' && (
            <Button size="small" look="outline" onClick={() => placeLayer(session, id, 'foreground')}>
              {t('Move in front of subject')}
            </Button>
          )}
          <Button
            size="small"
            look="outline"
            onClick={() => session.history.transact(t('Move'), () => moveFromBehind(session, id))}
          >
            {t('Move away from subject')}
          </Button>
        </>
      )}
    </div>
  )
}
