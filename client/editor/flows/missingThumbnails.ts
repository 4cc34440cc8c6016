import type { ProjectRecord } from '../storage/projectStore.ts'

type ListedTemplate = Pick<ProjectRecord, 'id' | 'thumbnail'>

/** Dependencies of the thumbnail painter. */
interface Deps {
  /** Calls `run` in an idle period. */
  whenIdle(run: () => void): void
  /** Returns true while a gesture runs. Thumbnails would compete for the GPU. */
  isGesture(): boolean
  /** Paints the thumbnail of a template and stores it. */
  paint(id: ListedTemplate['id'], signal: AbortSignal): Promise<void>
  /** Called after each attempt. Reads the templates again and calls `paintNext` with them. */
  onPainted(): Promise<unknown>
}

/** Paints missing thumbnails of templates, one in each idle period. */
export interface MissingThumbnails {
  /** Paints one missing thumbnail, unless one is being painted. Returns at once. */
  paintNext(templates: readonly ListedTemplate[]): void
  /** Stops painting. */
  dispose(): void
}

/** Creates the thumbnail painter. Each template is tried once. */
export function createMissingThumbnails({ whenIdle, isGesture, paint, onPainted }: Deps): MissingThumbnails {
  const tried = new Set<ListedTemplate['id']>()
  const end = new AbortController()
  const { signal } = end
  let isPainting = false

  async function tryToPaint(id: ListedTemplate['id']) {
    tried.add(id)
    try {
      await paint(id, signal)
    } catch (error) {
      if (!signal.aborted) console.warn('a design has no thumbnail', error)
    }
    isPainting = false
    await onPainted()
  }

  return {
    paintNext(templates) {
      const next = templates.find(({ id, thumbnail }) => thumbnail === null && !tried.has(id))
      if (!next || isPainting || signal.aborted) return
      isPainting = true
      const wait = () =>
        whenIdle(() => {
          if (signal.aborted) return
          if (isGesture()) return wait()
          tryToPaint(next.id).catch((error: unknown) => console.warn('the designs could not be listed', error))
        })
      wait()
    },
    dispose: () => end.abort(),
  }
}
