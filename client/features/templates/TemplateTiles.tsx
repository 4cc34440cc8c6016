import { LayoutTemplate } from 'lucide-react'
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import styles from '#client/editor/shell/Templates.module.css'
import { useStored } from '#client/editor/storage/useStored.ts'
import { useWorkspace } from '#client/editor/workspace/WorkspaceContext.tsx'
import { GALLERY } from '#client/engine/template/gallery.ts'
import { language, t } from '#client/kit/i18n/translate.ts'
import { Skeleton, Spinner } from '#client/kit/ui/feedback/Progress.tsx'
import { useDocument, useSession } from '#client/model/session/session.ts'
import { isApplied } from './templateApplier.ts'
import { createLibrary, createPreviews } from './templateFlows.ts'
import type { OwnTemplate, TemplateLibrary } from './templateLibrary.ts'
import { templateState } from './templateState.ts'

/**
 * URLs of the built-in templates' thumbnails in each language. The command `npm run shots -- templates` generates them.
 */
const THUMBNAILS = import.meta.glob<string>('/client/engine/template/thumbnails/*/*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
})

interface Props {
  own: readonly OwnTemplate[]
  /** If true, the tiles show stored thumbnails and form one row that scrolls sideways. */
  isStrip?: boolean
  /** Id of the selected tile. By default, the template that is chosen for the next photo or was applied last. */
  chosen?: string | null
  /** Content that is inserted below the tile of the applied template. */
  children?: ReactNode
  onUse(id: string): void
}

/**
 * Tiles of the user's templates and the built-in templates. If a photo is open, the thumbnails show the templates on
 * this photo, except in a strip. A skeleton is shown until a thumbnail is painted. Clicking a tile calls `onUse` with
 * the template's id.
 */
export function TemplateTiles({ own, isStrip = false, chosen, children, onUse }: Props) {
  const { session, flow } = useWorkspace()
  const templatePreviews = flow(createPreviews)
  const painted = useSnapshot(templatePreviews.previews)
  const previews = isStrip ? NOT_PAINTED : painted
  const { busy } = useSnapshot(session.ui)
  const { applying, pending } = useSnapshot(templateState(session))
  const { photo, separation } = useDocument()
  const isPreviewed = !isStrip && (separation !== null || (photo !== null && busy !== null))
  const used = useAppliedTile(own)
  const shown = tilesOf(own)
  const ids = shown.map(({ id }) => id).join()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (isStrip) return
    const visible = new Set<string>()
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        // safe cast: the observer watches only tiles, which are HTML elements
        const id = (target as HTMLElement).dataset.id ?? ''
        if (isIntersecting) visible.add(id)
        else visible.delete(id)
      }
    })
    for (const tile of list.current?.children ?? []) observer.observe(tile)
    const stop = templatePreviews.show(ids.split(','), (id) => visible.has(id))
    return () => {
      observer.disconnect()
      stop()
    }
  }, [templatePreviews, ids, isStrip])
  return (
    <ul ref={list} className={isStrip ? styles.strip : styles.grid}>
      {shown.map(({ id, name, thumbnail }) => (
        <Fragment key={id}>
          <li data-id={id}>
            <button
              type="button"
              className={styles.tile}
              disabled={busy !== null}
              aria-busy={applying === id || undefined}
              aria-pressed={(chosen === undefined ? (pending ?? used) : chosen) === id}
              onClick={() => onUse(id)}
            >
              <span className={styles.picture}>
                {previews[id] ? (
                  <img src={previews[id]} alt="" />
                ) : isPreviewed && previews[id] === undefined ? (
                  <Skeleton />
                ) : (
                  <TilePicture src={thumbnail} />
                )}
                {applying === id && (
                  <span className={styles.busy}>
                    <Spinner label={null} size={28} />
                  </span>
                )}
              </span>
              <span className={styles.name}>{name}</span>
            </button>
          </li>
          {id === used && children && <li className={styles.below}>{children}</li>}
        </Fragment>
      ))}
    </ul>
  )
}

/** Hook that returns the id of the applied template, or null if no tile shows that template. */
function useAppliedTile(own: readonly OwnTemplate[]): string | null {
  const session = useSession()
  const { order } = useDocument()
  const { last } = useSnapshot(templateState(session))
  return tilesOf(own).find(({ id }) => isApplied(last, { order }) && id === last.id)?.id ?? null
}

/** Returns the user's templates and the built-in templates, with names and thumbnails in the current language. */
export const tilesOf = (own: readonly OwnTemplate[]): Pick<OwnTemplate, 'id' | 'name' | 'thumbnail' | 'isLent'>[] => [
  ...own,
  ...GALLERY.map(({ id, name }) => ({
    id,
    name: t(name),
    thumbnail: THUMBNAILS[`/client/engine/template/thumbnails/${language()}/${id}.webp`] ?? null,
  })),
]

/** The stored thumbnail of a tile. A skeleton is shown until it is loaded, and an icon if there is none. */
function TilePicture({ src }: { src: string | null }) {
  const [isLoaded, setLoaded] = useState(false)
  const [failed, setFailed] = useState<string | null>(null)
  if (!src || failed === src) return <LayoutTemplate aria-hidden />
  return (
    <>
      {!isLoaded && <Skeleton />}
      <img
        src={src}
        alt=""
        decoding="async"
        ref={(image) => {
          if (image?.complete) setLoaded(true) // a cached image is complete immediately and doesn't need a skeleton
        }}
        onLoad={() => setLoaded(true)}
        onError={() => setFailed(src)}
      />
    </>
  )
}

/** The list of the user's templates until it is loaded. */
export const NOT_LISTED: readonly OwnTemplate[] = []
const NOT_PAINTED: Readonly<Record<string, string>> = {}
const listOwn = (library: TemplateLibrary) => library.list()

export const useOwnTemplates = (): readonly OwnTemplate[] =>
  useStored(useWorkspace().flow(createLibrary), listOwn, NOT_LISTED)
