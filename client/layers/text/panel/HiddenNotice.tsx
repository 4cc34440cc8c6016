import { EyeOff } from 'lucide-react'
import { useSnapshot } from 'valtio'
import type { LayerId } from '../../../kit/base/ids.ts'
import { t } from '../../../kit/i18n/translate.ts'
import { Button } from '../../../kit/ui/controls/Button.tsx'
import type { DocumentSnapshot } from '../../../model/document/document.ts'
import { useSession } from '../../../model/session/SessionContext.tsx'
import { matteOf } from '../../../render/matting/mask-edits/editedMattes.ts'
import { placeLayer } from '../../actions.ts'
import { hiddenPart } from '../hidden.ts'
import type { TextLayer } from '../schema.ts'
import { layoutOfLayer } from '../transform.ts'
import styles from './HiddenNotice.module.css'

/** From this hidden fraction on the notice is shown. */
const ALMOST_ALL = 0.9

/** A notice for a text that the subject hides almost completely, with a button that brings it to the front. */
export function HiddenNotice({ layer: id }: { layer: LayerId }) {
  const session = useSession()
  const doc = useSnapshot(session.doc) as DocumentSnapshot
  const layer = doc.layers[id] as TextLayer | undefined // the panel's own kind
  const matte = matteOf(doc, session.assets)
  const ink = layer && layoutOfLayer(layer).ink
  const isHidden = layer && ink && matte ? hiddenPart(layer, ink, doc, matte) >= ALMOST_ALL : false
  return (
    <div role="status" className={isHidden ? styles.notice : 'unseen'}>
      {isHidden && (
        <>
          <EyeOff className={styles.icon} strokeWidth={1.75} aria-hidden />
          <span className={styles.words}>{t('The subject hides almost all of these words.')}</span>
          <Button size="small" look="outline" onClick={() => placeLayer(session, id, 'foreground')}>
            {t('Bring to front')}
          </Button>
        </>
      )}
    </div>
  )
}
