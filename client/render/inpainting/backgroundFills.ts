/**
 * Computed backgrounds of an asset store: one per photo, matte and settings. A background is freed with its photo or
 * matte. Documents don't contain backgrounds, because computing a background again gives equal bytes.
 */
import { createListeners } from '#client/kit/async/listeners.ts'
import { memoOnPair } from '#client/kit/values/identity.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import { LruMap } from '#client/kit/values/LruMap.ts'
import {
  type AssetStore,
  type BitmapAsset,
  type MatteAsset,
  type Patch,
  type PatchedPhoto,
  patchedPhoto,
  perStore,
} from '#client/model/assets/store.ts'
import type { FillSettings } from './fillFields.ts'
import { fillCoverage } from './holes.ts'
import { inpaintPhoto } from './inpaintPhoto.ts'

interface FillRequest {
  photo: BitmapAsset
  /** Matte of the lifted subject or object, which is the hole. */
  matte: MatteAsset
  /** Matte of the cutouts that stay in place. The fill neither changes nor copies them. */
  beside?: MatteAsset | null
  settings: FillSettings
}

interface Filled {
  picture: PatchedPhoto
  /** Whether the fill is for an earlier version of the matte, which is good enough during a gesture. */
  isOutdated: boolean
  /** If true, the fill is for a smaller hole, and lacks a part of the requested hole. */
  isPartial?: boolean
}

/** Maximum number of fills: the current fill, and the fill that an undo restores. */
const MAX_ENTRIES = 2

interface Entry {
  photo: AssetId
  matte: MatteAsset
  beside: AssetId | null
  settings: FillSettings
  filled: Filled | null
  /** Resolves when the fill is computed, failed or aborted. */
  pending: Promise<void> | null
  controller: AbortController
  /**
   * If true, the screen shows the fill. The progress excludes other fills, such as those of an outdated motion preview.
   */
  isShown: boolean
  /** If true, an export awaits the fill, so a newer request does not abort the computation. */
  isKept: boolean
  /** If true, the user has canceled the fill, so it isn't restarted for the screen. */
  isCanceled: boolean
}

/** Returns the cache of background fills of an asset store, shared by everything that paints from the store. */
export const backgroundFillsOf = perStore((assets) => new BackgroundFills(assets))

/**
 * Computes and caches the photo with a lifted subject or object removed and the background filled, once per photo,
 * matte and settings. Caches the two most recently used fills.
 */
export class BackgroundFills {
  readonly #assets: AssetStore
  readonly #inpaint: typeof inpaintPhoto
  readonly #entries = new LruMap<string, Entry>()
  /** The fills that were requested in the current task. With a lens blur, one frame needs fills of two holes. */
  readonly #ofThisTask = new Set<Entry>()
  readonly #listeners = createListeners()
  /** Calls a listener after every change to `progress`. Returns a function that removes the listener. */
  readonly onProgress = this.#listeners.subscribe
  #progress: number | null = null

  constructor(assets: AssetStore, inpaint = inpaintPhoto) {
    this.#assets = assets
    this.#inpaint = inpaint
    assets.onFreed((id) => {
      for (const [key, entry] of this.#entries)
        if ([entry.photo, entry.matte.id, entry.beside].includes(id)) {
          entry.controller.abort()
          this.#entries.delete(key)
        }
    })
    assets.onRevised(({ before, after }) => {
      for (const [key, entry] of [...this.#entries]) {
        if (entry.matte.id !== before.id && entry.beside !== before.id) continue
        this.#entries.delete(key)
        if (!entry.isKept) entry.controller.abort()
        if (!entry.filled) continue
        const filled = { ...entry.filled, isOutdated: true }
        const matte = entry.matte.id === before.id ? after : entry.matte
        const beside = entry.beside === before.id ? after.id : entry.beside
        const next = { ...freshEntry({ ...entry, matte, beside }), filled }
        this.#entries.set(keyOf(next), next)
      }
    })
  }

  /**
   * Returns the filled photo, or an outdated fill for the same photo and matte, or the fill of a part of the hole, such
   * as the objects that were erased before. Returns null if there is no such fill.
   */
  get(request: FillRequest): Filled | null {
    const entry = this.#entries.get(keyOfRequest(request))
    if (entry?.filled) return entry.filled
    // until this fill is computed, another fill of the same hole is shown
    const others = [...this.#entries.values()].filter(({ photo, filled }) => photo === request.photo.id && filled)
    const same = others.findLast(({ matte }) => matte.id === request.matte.id)
    if (same?.filled) return { ...same.filled, isOutdated: true }
    const part = others.findLast(({ matte }) => isWithin(matte, request.matte))
    return part?.filled ? { ...part.filled, isOutdated: true, isPartial: true } : null
  }

  /**
   * Returns true when the fill must be computed. Returns false when the fill is up to date, or when the user has
   * canceled the fill and the request is for the screen (`isLive`).
   */
  isMissing(request: FillRequest, isLive: boolean): boolean {
    const entry = this.#entries.get(keyOfRequest(request))
    return !(entry?.filled && !entry.filled.isOutdated) && !(isLive && entry?.isCanceled)
  }

  /**
   * Computes a fill. Never rejects. After a failure, the fill is the unchanged photo. A request for another fill aborts
   * unfinished fills for the screen (`isLive`), but not fills for exports and fills of other holes in the same frame.
   */
  compute(request: FillRequest, isLive: boolean): Promise<void> {
    const key = keyOfRequest(request)
    const held = this.#entries.get(key)
    if (held?.pending) {
      held.isKept ||= !isLive
      held.isShown ||= isLive
      return held.pending
    }
    for (const [other, entry] of this.#entries)
      if (other !== key && entry.pending && !entry.isKept && !this.#isOfSameFrame(entry, request)) {
        entry.controller.abort()
        if (!entry.filled) this.#entries.delete(other)
      }
    const entry = freshEntry(idsOf(request))
    Object.assign(entry, { filled: held?.filled ?? null, isKept: !isLive, isShown: isLive })
    this.#entries.set(key, entry)
    this.#ofThisTask.add(entry)
    setTimeout(() => this.#ofThisTask.delete(entry))
    for (const [oldest, { pending }] of [...this.#entries].slice(0, -MAX_ENTRIES))
      if (!pending) this.#entries.delete(oldest)
    entry.pending = this.#run(entry, request)
    return entry.pending
  }

  #isOfSameFrame(entry: Entry, { matte }: FillRequest): boolean {
    return this.#ofThisTask.has(entry) && entry.matte.id !== matte.id
  }

  /** Progress of the running computation for the screen, 0..1. Null if there is none. */
  get progress(): number | null {
    return this.#progress
  }

  /**
   * Aborts all computations for the screen and doesn't restart them. The screen then shows an outdated fill, or the
   * unchanged photo.
   */
  cancel(): void {
    for (const entry of this.#entries.values())
      if (entry.pending && !entry.isKept) {
        entry.isCanceled = true
        entry.controller.abort()
      }
  }

  async #run(entry: Entry, { photo, matte, beside, settings }: FillRequest): Promise<void> {
    const { signal } = entry.controller
    const tell = (share: number | null) => {
      if (this.#progress === share) return
      this.#progress = share
      this.#listeners.emit()
    }
    const onProgress = (share: number) => {
      if (!signal.aborted && entry.isShown) tell(share)
    }
    onProgress(0)
    let patches: Patch[] = []
    try {
      const coverage = fillCoverage(matte.coverage, photo, settings)
      const options = { seed: settings.seed, beside: beside?.coverage ?? null, hasShadows: true, signal, onProgress }
      patches = await this.#inpaint(photo, coverage, options)
    } catch (cause) {
      if (!signal.aborted && this.#assets.bitmap(photo.id)) console.error('the background could not be filled', cause)
    }
    if (!signal.aborted) entry.filled = { picture: patchedPhoto(photo, patches), isOutdated: false }
    entry.pending = null
    if (![...this.#entries.values()].some(({ pending, isShown }) => pending && isShown)) tell(null)
  }
}

type Key = Pick<Entry, 'photo' | 'matte' | 'beside' | 'settings'>

const freshEntry = ({ photo, matte, beside, settings }: Key): Entry => ({
  photo,
  matte,
  beside,
  settings,
  filled: null,
  pending: null,
  controller: new AbortController(),
  isShown: false,
  isKept: false,
  isCanceled: false,
})

const idsOf = ({ photo, matte, beside, settings }: FillRequest): Key => ({
  photo: photo.id,
  matte,
  beside: beside?.id ?? null,
  settings,
})

const keyOf = ({ photo, matte, beside, settings: { seed, strokes } }: Key): string =>
  `${photo} ${matte.id} ${beside} ${seed} ${JSON.stringify(strokes)}`
const keyOfRequest = (request: FillRequest): string => keyOf(idsOf(request))

/** Returns true when `hole` covers each pixel at least as much as `part`. */
const isWithin = memoOnPair((part: MatteAsset, hole: MatteAsset): boolean => {
  if (part.coverage.length !== hole.coverage.length) return false
  for (let at = 0; at < part.coverage.length; at++)
    if ((part.coverage[at] ?? 0) > (hole.coverage[at] ?? 0)) return false
  return true
})
