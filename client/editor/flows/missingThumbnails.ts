import type { ProjectRecord } from '../storage/projectStore.ts'

type Design = Pick<ProjectRecord, 'id' | 'thumbnail'>

/** What paints thumbnails works with. */
interface Deps {
  /** Calls `run` in an idle period. */
  whenIdle(run: () => void): void
  /** Returns true while a gesture runs: it needs the GPU, so that no thumbnail is painted. */
  isGesture(): boolean
  /** Paints the thumbnail of a design and stores it. */
  paint(id: Design['id'], signal: AbortSignal): Promise<void>
  /** Called after each attempt, to read the designs again and call `paintNext` with them. */
  onPainted(): Promise<unknown>
}

/** Paints the thumbnails of designs that have none, one in each idle period. */
export interface MissingThumbnails {
  /** Paints one of the thumbnails that are missing, unless one is being painted. Returns at once. */
  paintNext(designs: readonly Design[]): void
  /** Paints nothing more. */
  dispose(): void
}

/** Creates what paints thumbnails. No design is tried twice. */
export function createMissingThumbnails({ whenIdle, isGesture, paint, onPainted }: Deps): MissingThumbnails {
  const tried = new Set<Design['id']>()
  const end = new AbortController()
  const { signal } = end
  let isPainting = false

  async function tryToPaint(id: Design['id']) {
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
    paintNext(designs) {
      const next = designs.find(({ id, thumbnail }) => thumbnail === null && !tried.has(id))
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
