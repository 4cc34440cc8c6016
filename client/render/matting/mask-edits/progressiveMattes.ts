/**
 * The matte that a screen shows while its edge is being set: strokes at once, settings as soon as other threads have
 * worked them out. In the end it is the matte that `matteOf` answers, byte for byte.
 */

import type { Rect } from '../../../kit/base/geometry.ts'
import { createListeners } from '../../../kit/base/listeners.ts'
import { perStore } from '../../../model/assets/perStore.ts'
import type { AssetStore, MatteAsset } from '../../../model/assets/store.ts'
import { type Lane, startLanes } from './workerPool.ts'
import { type MendedMattes, mattesOf, type Separated } from './editedMattes.ts'
import type { Mending } from './EditedMatte.ts'
import { type Pass, startPass } from './backgroundPass.ts'

export interface Look {
  /** Photo px. */
  region: Rect
  /** A gesture is running: only what is in sight is worked out. */
  isDraft: boolean
}

interface Seen {
  matte: MatteAsset | null
  /** False where it is still that of earlier settings. */
  isDone: boolean
}

export const seenMattesOf = perStore((assets) => new SeenMattes(assets, mattesOf(assets)))

/** So few tiles are worked out on the spot. */
const FEW = 4

export class SeenMattes {
  private readonly mattes: MendedMattes
  private readonly start: () => Lane[]
  private lanes: Lane[] = []
  private pass: Pass | null = null
  /** The pass is over what is in sight. */
  private isInSight = false
  private readonly made = createListeners()

  constructor(assets: AssetStore, mattes: MendedMattes, start = startLanes) {
    this.mattes = mattes
    this.start = start
    assets.onFreed(() => {
      if (this.pass && !mattes.isMending(this.pass.mending)) this.rest()
    })
  }

  see(doc: Separated, look: Look): Seen {
    const { mending, matte } = this.mattes.open(doc)
    if (!mending) {
      this.rest()
      return { matte, isDone: true }
    }
    this.mattes.aim(mending, doc)
    if (this.pass && this.isOld(this.pass, mending)) this.stop()
    if (!this.pass) this.go(mending, look)
    const isDone = mending.isDone
    if (isDone && !look.isDraft) this.rest()
    return { matte: this.mattes.aim(mending, doc), isDone }
  }

  /** A better one is there than `see` had to answer. */
  onMade(listener: () => void): () => void {
    return this.made.subscribe(listener)
  }

  /** Resolves when what is being worked out is there; null = nothing is. */
  get pending(): Promise<void> | null {
    return this.pass && !this.pass.isSpoilt ? this.pass.ended : null
  }

  /** What is in sight is seen through to its end: else a slider that never rests would show nothing. */
  private isOld({ mending, settings, isSpoilt }: Pass, now: Mending): boolean {
    return mending !== now || isSpoilt || (settings !== now.settings && !this.isInSight)
  }

  private go(mending: Mending, { region, isDraft }: Look): void {
    const inSight = mending.left(region)
    if (inSight.length > 0) this.begin(mending, inSight, true)
    const others = isDraft || this.pass ? [] : mending.left(null)
    if (others.length > 0) this.begin(mending, others, false)
  }

  private begin(mending: Mending, tiles: readonly number[], isInSight: boolean): void {
    if (tiles.length <= FEW) {
      this.mattes.add(mending, () => mending.finish(tiles))
      return
    }
    if (this.lanes.length === 0) this.lanes = this.start()
    this.isInSight = isInSight
    this.pass = startPass(mending, tiles, this.lanes, (write) => {
      this.pass = null
      this.mattes.add(mending, write)
      this.made.tell()
    })
  }

  private stop(): void {
    this.pass?.abort()
    this.pass = null
  }

  /** Nothing is left to do. */
  private rest(): void {
    this.stop()
    for (const lane of this.lanes.splice(0)) lane.end()
  }
}
