import { useCallback, useState, useSyncExternalStore } from 'react'
import { useSnapshot } from 'valtio'
import { loadedFonts, onFontLoaded } from '#client/kit/fonts/load.ts'
import { t } from '#client/kit/i18n/translate.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { snapshotOf, useSession } from '#client/model/session/session.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { FieldSlider } from '../../controls/fieldControls.tsx'
import { useWhenFree } from '../../controls/useField.ts'
import { hasUsersSize } from '../bestPlace.ts'
import { tonesOf } from '../contrast.ts'
import styles from '../panel.module.css'
import { resizeText } from '../placeholder.ts'
import { RESET_FONT_SIZE, type TextLayer, textFields } from '../schema.ts'
import { fontSizeOf } from '../textSize.ts'

/**
 * The font size of a text layer. The control has no change dot until the user chooses a size. If the text box scales
 * the letters down, a note shows the painted size.
 */
export function SizeField({ layer }: { layer: TextLayer }) {
  const session = useSession()
  const size = useShrunkSize(layer.id)
  const isUsers = useUsersSize(layer.id)
  return (
    <div>
      <FieldSlider
        path={layer.id}
        record={layer}
        name="fontSize"
        field={textFields.fontSize}
        resetTo={RESET_FONT_SIZE}
        isAutomatic={!isUsers}
        write={(size) => resizeText(layer, size, snapshotOf(session))}
      />
      {size && <p className={styles.hint}>{t('Shown at {size} px to fit the text box.', { size })}</p>}
    </div>
  )
}

/**
 * Hook that returns true if the user has chosen the font size of a text layer. Computed after each undo step and while
 * the page is idle, because the size at the text's best place takes time to compute.
 */
function useUsersSize(id: LayerId): boolean {
  const session = useSession()
  const [isUsers, setUsers] = useState(false)
  const update = useCallback(() => {
    const [doc, { assets }] = [snapshotOf(session), session]
    const layer = doc.layers[id] as Immutable<TextLayer> | undefined // safe cast: the caller passes a text layer's id
    if (layer) setUsers(hasUsersSize(layer, doc, matteOf(doc, assets), tonesOf(doc, assets)))
  }, [session, id])
  useWhenFree(update)
  return isUsers
}

/**
 * Hook that returns the painted font size of a text layer, in document px, rounded. Null if it equals the layer's font
 * size.
 */
export function useShrunkSize(id: LayerId): number | null {
  const layer = useSnapshot(useSession().doc).layers[id]
  useSyncExternalStore(onFontLoaded, loadedFonts)
  if (layer?.kind !== 'text') return null
  const text = layer as TextLayer // safe cast: the condition checks the kind
  const size = Math.round(fontSizeOf(text))
  return size < text.fontSize ? size : null
}
