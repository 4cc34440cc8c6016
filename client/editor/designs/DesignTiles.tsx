import { LayoutTemplate } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { t } from '../../kit/i18n/translate.ts'
import type { OwnDesign } from '../flows/ownDesigns.ts'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import styles from './Designs.module.css'
import { GALLERY } from './gallery.ts'
import { thumbnailOf } from './thumbnails.ts'

interface Props {
  own: readonly OwnDesign[]
  /** In one row that scrolls sideways. */
  isStrip?: boolean
  /** Id of the pressed tile; absent = the design that waits for the next photo. */
  chosen?: string | null
  onUse(id: string): void
}

/** The user's own designs and ours as pictures; one press uses one. */
export function DesignTiles({ own, isStrip = false, chosen, onUse }: Props) {
  const { session } = useWorkspace()
  const { busy, designs } = useSnapshot(session.ui)
  const ours = GALLERY.map(({ id, name }) => ({ id, name: t(name), thumbnail: thumbnailOf(id) ?? null }))
  return (
    <ul className={isStrip ? styles.strip : styles.grid}>
      {[...own, ...ours].map(({ id, name, thumbnail }) => (
        <li key={id}>
          <button
            type="button"
            className={styles.tile}
            disabled={busy !== null}
            aria-pressed={(chosen === undefined ? designs.pending : chosen) === id}
            onClick={() => onUse(id)}
          >
            <span className={styles.picture}>
              {thumbnail ? (
                <img src={thumbnail} alt="" loading="lazy" decoding="async" />
              ) : (
                <LayoutTemplate aria-hidden /> // none was painted yet
              )}
            </span>
            <span className={styles.name}>{name}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
