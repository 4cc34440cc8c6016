import { LayoutTemplate } from 'lucide-react'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { t } from '#client/kit/i18n/translate.ts'
import type { OwnTemplate, TemplateLibrary } from '../../flows/templateLibrary.ts'
import { useStored } from '../../projects/useStored.ts'
import { GALLERY } from '../../templates/gallery.ts'
import { useWorkspace } from '../../workspace/WorkspaceContext.tsx'
import styles from './Templates.module.css'

/** URLs of the thumbnails of built-in templates. `npm run shots -- template` paints them with the editor. */
const THUMBNAILS = import.meta.glob<string>('../../templates/thumbnails/*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
})

interface Props {
  own: readonly OwnTemplate[]
  /** True: the tiles are in one row that scrolls sideways. */
  isStrip?: boolean
  /** Id of the selected tile; absent = the template that was chosen for the next photo. */
  chosen?: string | null
  onUse(id: string): void
}

/**
 * Thumbnails of the user's templates and the built-in templates, painted on the open photo if there is one. A press
 * uses a template.
 */
export function TemplateTiles({ own, isStrip = false, chosen, onUse }: Props) {
  const { session, templatePreviews } = useWorkspace()
  const previews = useSnapshot(templatePreviews.previews)
  const { busy, templates } = useSnapshot(session.ui)
  const ours = GALLERY.map(({ id, name }) => ({
    id,
    name: t(name),
    thumbnail: THUMBNAILS[`../../templates/thumbnails/${id}.webp`] ?? null,
  }))
  const shown = [...own, ...ours]
  const ids = shown.map(({ id }) => id).join()
  useEffect(() => templatePreviews.show(ids.split(',')), [templatePreviews, ids])
  return (
    <ul className={isStrip ? styles.strip : styles.grid}>
      {shown.map(({ id, name, thumbnail }) => (
        <li key={id}>
          <button
            type="button"
            className={styles.tile}
            disabled={busy !== null}
            aria-pressed={(chosen === undefined ? templates.pending : chosen) === id}
            onClick={() => onUse(id)}
          >
            <span className={styles.picture}>
              {(previews[id] ?? thumbnail) ? (
                <img src={previews[id] ?? thumbnail ?? ''} alt="" loading="lazy" decoding="async" />
              ) : (
                <LayoutTemplate aria-hidden /> // this icon is shown until the thumbnail exists
              )}
            </span>
            <span className={styles.name}>{name}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

const NONE: readonly OwnTemplate[] = []
const listOwn = (library: TemplateLibrary) => library.list()

export const useOwnTemplates = (library: TemplateLibrary): readonly OwnTemplate[] => useStored(library, listOwn, NONE)
