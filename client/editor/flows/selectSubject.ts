import type { Point } from '#client/kit/base/geometry.ts'
import { createLatestTask } from '#client/kit/base/latestTask.ts'
import { createListeners } from '#client/kit/base/listeners.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { newLayer } from '#client/layers/registry.ts'
import {
  type Choice,
  type GridMask,
  type MaskPreview,
  PIPELINE_ID,
  type SegmentationRefiner,
  type SubjectCandidate,
} from '#client/media/segmenter/segmentationRefiner.ts'
import { layerOfKind, type SubjectSelection } from '#client/model/document/document.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { isLifting } from '#client/model/session/ui/subject.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { separationOf } from '#client/render/matting/separation.ts'
import { pointsOf } from './clickPoints.ts'
import { type Announcer, createLatestFlow, type LatestFlow, loadingProgress } from './flow.ts'
import { updateHomes } from './improve.ts'
import { createLifter, type Lifter } from './lift.ts'
import { SELECT_SUBJECT } from './messages.ts'
import type { SubjectOffer } from './subjectOffer.ts'

export interface SubjectSelectorDeps {
  session: Session
  announcer: Announcer
  refiner: Pick<SegmentationRefiner, 'previewChoice' | 'candidateMasks' | 'segmentChoices' | 'eachPerson'>
  /** Resolves when the preview shows the filled background of all erased objects. */
  whenFilled(): Promise<void>
  /** Called when a photo gets its first subject, so that the account counts the image. Must return at once. */
  countImage(): void
}

/** A candidate mask of the subject; `number` is its rank, 0 = best. */
export interface NumberedMask {
  number: number
  mask: MaskPreview
}

/** State of the subject tool. */
export interface SubjectSelectorState {
  /** Preview of the area that a click at the resting pointer would add or remove; null = none. */
  preview: (MaskPreview & { adds: boolean }) | null
  /** All candidate masks, best first; null = not requested yet. */
  candidates: readonly NumberedMask[] | 'searching' | 'failed' | null
  /** The candidate subjects offered to the user; null = the subject was certain, or the user dismissed the offer. */
  offer: SubjectOffer | null
  /** True while objects are being lifted. */
  isLifting: boolean
  /** Small masks of the parts that are being erased, until the background is filled in their place. */
  erasing: readonly GridMask[]
}

/** Resting time of the pointer before a preview is computed, ms. */
const REST_MS = 100

/**
 * Flow that selects the subject. Each click, box or candidate mask is one undo step. The refiner computes the mask from
 * all inputs so far. An input during a computation aborts the computation and includes its inputs. While the user lifts
 * objects, each click, box or candidate lifts one object, as a separate undo step. Several objects are lifted one after
 * the other.
 */
export class SubjectSelector {
  private readonly deps: SubjectSelectorDeps
  private readonly listeners = createListeners()
  private readonly previewing = createLatestTask()
  private readonly searching = createLatestTask()
  private readonly drawing: LatestFlow
  private readonly lifter: Lifter
  private state: SubjectSelectorState = { preview: null, candidates: null, offer: null, isLifting: false, erasing: [] }
  private restTimer: ReturnType<typeof setTimeout> | undefined
  /** The photo whose candidate masks were requested. */
  private searched: ImageBitmap | null = null
  /** The inputs whose mask is being computed; null = none. */
  private pending: SubjectSelection | null = null

  constructor(deps: SubjectSelectorDeps) {
    this.deps = deps
    this.drawing = createLatestFlow(deps, () => {
      this.pending = null
      if (deps.session.ui.busy === null) deps.announcer.clear() // during an upload, the status shows the upload
    })
    this.lifter = createLifter(deps, (isLifting) => this.show({ isLifting }))
  }

  // `get` and `subscribe` are bound functions, as React's `useSyncExternalStore` requires.
  readonly get = (): SubjectSelectorState => this.state
  readonly subscribe = this.listeners.subscribe

  /** Shows a preview once the pointer has rested for `REST_MS` at `at`, photo px; null = outside the photo. */
  point(at: Point | null, adds: boolean): void {
    this.hidePreview()
    if (at) this.restTimer = setTimeout(() => void this.showPreview(at, adds), REST_MS)
  }

  click(at: Point, adds: boolean): void {
    this.add(this.choiceAt(at, adds))
  }

  box(from: Point, to: Point, adds: boolean): void {
    this.add({
      adds,
      points: [
        { x: Math.min(from.x, to.x), y: Math.min(from.y, to.y), kind: 'box-start' },
        { x: Math.max(from.x, to.x), y: Math.max(from.y, to.y), kind: 'box-end' },
      ],
    })
  }

  /**
   * Replaces all inputs by the mask that was found, by the people in the photo, or by a candidate mask (its number).
   */
  begin(start: SubjectSelection['start']): void {
    this.choose({ start, choices: [] })
  }

  /** Lifts each person in the photo who is not an object yet, as a separate undo step. */
  liftPeople(): void {
    this.lifter.liftPeople()
  }

  /** Cancels the running lift and all queued lifts. */
  cancelLifting(): void {
    this.lifter.cancel()
  }

  /** Computes the candidate masks, once per photo. Never rejects. */
  async findCandidates(): Promise<void> {
    const bitmap = this.photo()
    if (!bitmap || this.searched === bitmap) return
    this.searched = bitmap
    await this.searching.run(async (signal) => {
      this.show({ candidates: 'searching' })
      const found = await this.deps.refiner.candidateMasks(bitmap, { signal })
      if (signal.aborted) return
      if (!found.ok) this.searched = null
      this.show({ candidates: found.ok ? found.value.map((mask, number) => ({ number, mask })) : 'failed' })
    })
  }

  /** Offers candidate subjects for the open photo. */
  offer(candidates: readonly SubjectCandidate[]): void {
    const { photo } = this.deps.session.doc
    if (photo) this.show({ offer: { photo: photo.asset, candidates } })
  }

  dismissOffer(): void {
    this.show({ offer: null })
  }

  /**
   * Called when the tool is closed. Aborts the preview and the search for candidate masks. A running selection
   * continues.
   */
  close(): void {
    this.hidePreview()
    this.searching.cancel()
    if (Array.isArray(this.state.candidates) && this.searched === this.photo()) return
    this.searched = null
    this.show({ candidates: null })
  }

  cancel(): void {
    this.hidePreview()
    this.searching.cancel()
    this.drawing.cancel()
    this.lifter.cancel()
    this.dismissOffer()
  }

  private photo(): ImageBitmap | null {
    const { doc, assets } = this.deps.session
    return (doc.photo && assets.bitmap(doc.photo.asset)?.bitmap) ?? null
  }

  private show(next: Partial<SubjectSelectorState>): void {
    this.state = { ...this.state, ...next }
    this.listeners.emit()
  }

  private choiceAt(at: Point, adds: boolean): Choice {
    const { session } = this.deps
    if (isLifting(session.ui)) return { adds: true, points: [{ ...at, kind: 'in' }] }
    return { adds, points: pointsOf(at, adds, matteOf(snapshotOf(session), session.assets)) }
  }

  /** Returns all inputs so far, including those whose mask is still being computed. */
  private choicesSoFar(): SubjectSelection {
    if (isLifting(this.deps.session.ui)) return { start: 'nothing', choices: [] }
    const { separation } = snapshotOf(this.deps.session)
    const found = { start: separation ? ('found' as const) : ('nothing' as const), choices: [] }
    // A copy, because snapshots are read-only.
    return this.pending ?? structuredClone((separation?.chosen as SubjectSelection | undefined) ?? found)
  }

  private add(choice: Choice): void {
    const { start, choices } = this.choicesSoFar()
    const adds = isLifting(this.deps.session.ui) || choice.adds
    this.choose({ start, choices: [...choices, { adds, points: [...choice.points] }] })
  }

  private choose(chosen: SubjectSelection): void {
    const { preview } = this.state
    this.hidePreview()
    const { ui } = this.deps.session
    if (isLifting(ui)) {
      if (ui.subject.lifts === 'erase') void this.erase(chosen, preview)
      else void this.lifter.lift(chosen, false)
      return
    }
    this.pending = chosen
    void this.drawing.run((signal) => draw(this.deps, chosen, signal))
  }

  /** Erases a part. Shows a placeholder until the background is filled. `preview`: mask of the part, if known. */
  private async erase(chosen: SubjectSelection, preview: GridMask | null): Promise<void> {
    let isFilled = false
    // A running search, which would delay the lift, is aborted and restarted later. The small mask comes first.
    const isSearching = this.state.candidates === 'searching'
    if (isSearching) this.searching.cancel()
    const sought = preview ?? this.smallMaskOf(chosen)
    const filling = this.lifter
      .lift(chosen, true)
      .then(() => this.deps.whenFilled())
      .finally(() => {
        isFilled = true
      })
    const mask = await sought
    if (mask && !isFilled) this.show({ erasing: [...this.state.erasing, mask] })
    await filling
    this.show({ erasing: this.state.erasing.filter((other) => other !== mask) })
    if (!isSearching || !isLifting(this.deps.session.ui)) return
    this.searched = null
    void this.findCandidates()
  }

  /** Resolves with a small mask of the selected part; null if there is none yet. */
  private async smallMaskOf({ start, choices: [choice] }: SubjectSelection): Promise<GridMask | null> {
    const { candidates } = this.state
    if (Array.isArray(candidates) && typeof start === 'number') return candidates[start]?.mask ?? null
    const bitmap = this.photo()
    if (!bitmap || !choice) return null
    const { signal } = new AbortController()
    const found = await this.deps.refiner.previewChoice(bitmap, choice, { start: 'nothing', choices: [] }, { signal })
    return found.ok ? found.value : null
  }

  private hidePreview(): void {
    clearTimeout(this.restTimer)
    this.previewing.cancel()
    if (this.state.preview) this.show({ preview: null })
  }

  private showPreview(at: Point, adds: boolean): Promise<void> {
    return this.previewing.run(async (signal) => {
      const bitmap = this.photo()
      if (!bitmap) return
      const choice = this.choiceAt(at, adds)
      const found = await this.deps.refiner.previewChoice(bitmap, choice, this.choicesSoFar(), { signal })
      if (!signal.aborted && found.ok) this.show({ preview: { ...found.value, adds: choice.adds } })
    })
  }
}

async function draw(
  { session, announcer, refiner, countImage }: SubjectSelectorDeps,
  chosen: SubjectSelection,
  signal: AbortSignal,
) {
  const { doc, assets, history } = session
  const photo = doc.photo && assets.bitmap(doc.photo.asset)
  if (!photo) return
  announcer.busy(SELECT_SUBJECT.drawing)
  const drawn = await refiner.segmentChoices(photo.bitmap, chosen.start, chosen.choices, {
    signal,
    onProgress: loadingProgress({ session, announcer }, SELECT_SUBJECT.drawing, signal),
  })
  if (signal.aborted || doc.photo?.asset !== photo.id) return
  if (!drawn.ok) {
    const isNobody = drawn.error === 'no-subject' // without people, the photo has no subject, which is a valid result
    session.notices.toast(
      isNobody ? { title: t(SELECT_SUBJECT.nobody) } : { title: t(SELECT_SUBJECT.notDrawn), isDestructive: true },
    )
    return
  }
  const isFirst = !doc.separation
  const matte = assets.put({ kind: 'matte', ...drawn.value })
  history.transact(t('Select subject'), () => {
    doc.separation = separationOf(assets, matte, PIPELINE_ID, chosen)
    if (!layerOfKind(doc, 'subject')) newLayer(doc, 'subject')
    updateHomes(session, drawn.value)
  })
  session.collect()
  if (isFirst) countImage()
}
