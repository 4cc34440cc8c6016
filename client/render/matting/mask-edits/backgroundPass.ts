/** Tiles of a mask worked out on other threads and written all at once: no half of an edge is ever seen. */
import type { Rect } from '../../../kit/base/geometry.ts'
import type { Lane } from './workerPool.ts'
import type { Mending, Settings } from './EditedMatte.ts'

export interface Pass {
  readonly mending: Mending
  readonly settings: Settings
  /** Strokes that came later have made it useless. */
  readonly isSpoilt: boolean
  /** Resolves when it has ended, however. */
  readonly ended: Promise<void>
  abort(): void
}

/** `onMade` is given what writes it all and answers where that has changed anything; not called for what is of no use. */
export function startPass(
  mending: Mending,
  tiles: readonly number[],
  lanes: readonly Lane[],
  onMade: (write: () => Rect[]) => void,
): Pass {
  const { settings, strikes } = mending
  const waiting = tiles.values()
  const made: [tile: number, bytes: Uint8Array | number][] = []
  let isAborted = false
  let end: () => void = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const isUseless = () => isAborted || mending.strikes !== strikes

  async function work(lane: Lane) {
    for (const tile of waiting) {
      if (isUseless()) return
      const task = mending.task(tile, settings)
      made.push([tile, typeof task === 'number' ? task : await lane.adjust(task)])
    }
  }

  Promise.all(lanes.map(work))
    .then(
      () => {
        if (!isUseless()) onMade(() => made.flatMap(([tile, bytes]) => mending.put(tile, bytes, settings)))
      },
      (cause: unknown) => {
        if (isUseless()) return
        console.error('the mask is worked out by the page itself', cause) // slower, and the same to the byte
        onMade(() => mending.finish())
      },
    )
    .finally(end)

  return {
    mending,
    settings,
    get isSpoilt() {
      return isUseless()
    },
    ended,
    abort() {
      isAborted = true
      end()
    },
  }
}
