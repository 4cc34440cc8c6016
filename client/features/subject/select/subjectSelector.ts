import { ref } from 'valtio/vanilla'
import { createLatestFlow, doneOf, holdPendingStep, type LatestFlow, logAndShow } from '#client/editor/flows/flow.ts'
import { createLatestTask } from '#client/kit/async/scheduling.ts'
import type { Point } from '#client/kit/geometry/geometry.ts'
import { isEqual } from '#client/kit/values/identity.ts'
import { pointsOf, pointsOfPart } from '#client/media/segmenter/clickPoints.ts'
import type { SegmentationRefiner } from '#client/media/segmenter/segmentation.ts'
import type {
  GridMask,
  MaskPreview,
  SegmentProgress,
  SelectionInput,
  SubjectCandidate,
} from '#client/media/segmenter/segmentationTypes.ts'
import type { SubjectSelection } from '#client/model/document/document.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { isLifting } from '#client/model/session/ui/subject.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { coversPoint, createEraser, type EraserDeps, partOfMask, whenErased } from '../objects/erase.ts'
import { createLifter, type LiftDeps, type Lifter } from '../objects/lift.ts'
import { isRefused, type SubjectToolState, subjectState } from '../subjectState.ts'
import { applySelection, type PendingSelection, type SelectionDeps } from './applySelection.ts'

export interface SubjectSelectorDeps extends EraserDeps, SelectionDeps, Pick<LiftDeps, 'divide'> {
  refiner: Pick<SegmentationRefiner, 'previewInput' | 'candidateMasks' | 'segmentSelection' | 'eachPerson'>
}

/** The pointer must rest for this time before a preview is computed, ms. */
const REST_MS = 100

/**
 * The flow that selects the subject. The user clicks, draws boxes or picks candidate masks. Each input is one undo
 * step. The refiner computes the mask from all inputs so far. A new input during a computation restarts the
 * computation. In the modes Lift and Erase, each input lifts one object as a separate undo step, one after another.
 */
export class SubjectSelector {
  private readonly deps: SubjectSelectorDeps
  readonly state: SubjectToolState
  private readonly previewing = createLatestTask()
  private readonly searching = createLatestTask()
  private readonly selecting: LatestFlow
  private readonly lifter: Lifter
  private readonly eraser: ReturnType<typeof createEraser>
  private restTimer: ReturnType<typeof setTimeout> | undefined
  /** The last preview in the modes Lift and Erase. A click on the previewed area uses this mask. */
  private lastPreview: { photo: ImageBitmap; choice: SelectionInput; mask: MaskPreview } | null = null
  /** The photo whose candidate masks were requested, or null. */
  private searched: { photo: ImageBitmap; findsPeople: boolean } | null = null
  /**
   * The selections since the document's selection, oldest first. Only the mask of the last one is being computed. Undo
   * removes the last one.
   */
  private readonly pending: PendingSelection[] = []

  constructor(deps: SubjectSelectorDeps) {
    this.deps = deps
    this.state = subjectState(deps.session)
    this.selecting = createLatestFlow(deps, () => this.endPending())
    this.lifter = createLifter(deps, (isLifting) => {
      this.state.isLifting = isLifting
      if (!isLifting) void this.resumeSearch().catch(console.warn)
    })
    this.eraser = createEraser(deps, (erasing) => {
      this.state.erasing = ref(erasing)
    })
  }

  whenDone(): Promise<void> | null {
    return whenErased(this.state)
  }

  /**
   * Shows a preview when the pointer has rested at `at` (photo px) for `REST_MS`, and the masks of all erased parts are
   * known. `at` is null outside the photo. If `marks` is true, the preview waits for `confirm`.
   */
  point(at: Point | null, adds: boolean, marks = false): void {
    this.hidePreview()
    if (marks) this.state.marked = at
    if (at) this.previewLater(at, adds)
  }

  /** Lifts or erases the marked part. */
  confirm(): void {
    if (this.lastPreview) this.add(this.lastPreview.choice)
  }

  /** Shows a suggestion's mask over the photo while the mouse or the focus is on its thumbnail. Null hides the mask. */
  showMask(mask: GridMask | null): void {
    this.hidePreview()
    if (mask) this.state.preview = ref({ ...mask, adds: true })
  }

  /**
   * Selects the part of the photo at `at` (photo px), or the previewed part that contains `at`. In the modes Lift and
   * Erase, false for `adds` means only a part of the clicked object.
   */
  click(at: Point, adds: boolean): void {
    const [photo, input] = [this.photo(), this.inputAt(at, adds)]
    const last = isLifting(this.deps.session.ui) ? this.lastPreview : null
    const isLast = photo && last?.photo === photo && last.choice.points.length === input.points.length
    this.add(isLast && coversPoint(last.mask, photo, at) ? last.choice : input)
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
   * Replaces all inputs with a start mask. `start`: the detected subject, the people in the photo, or the number of a
   * candidate mask.
   */
  begin(start: SubjectSelection['start']): void {
    this.choose({ start, choices: [] })
  }

  /** Lifts each person in the photo who isn't a lifted object yet. Each lift is a separate undo step. */
  liftPeople(): void {
    if (!isRefused(this.deps.session)) this.lifter.liftPeople()
  }

  /** Cancels the running and queued lifts. */
  cancelLifting(): void {
    this.lifter.cancel()
  }

  /** Computes the candidate masks, once per photo, and once more for erasing, with people. Never rejects. */
  async findCandidates(findsPeople = this.deps.session.ui.subject.lifts === 'erase'): Promise<void> {
    const bitmap = this.photo()
    if (!bitmap || (this.searched?.photo === bitmap && (this.searched.findsPeople || !findsPeople))) return
    this.searched = { photo: bitmap, findsPeople }
    await this.searching.run(async (signal) => {
      // not 0, so that the progress bar is visible
      Object.assign(this.state, { candidates: 'searching', searchProgress: 0.05 })
      const onProgress = (progress: SegmentProgress) => {
        const searchProgress = Math.max(this.state.searchProgress ?? 0, doneOf(progress))
        if (!signal.aborted) this.state.searchProgress = searchProgress
      }
      const search = this.deps.refiner.candidateMasks(bitmap, { signal, onProgress, findsPeople })
      const found = await search.catch(logAndShow({ ok: false } as const))
      if (signal.aborted) return
      if (!found.ok) this.searched = null
      this.state.candidates = found.ok ? ref(found.value.map((mask, number) => ({ number, mask }))) : 'failed'
    })
  }

  /** Offers candidate subjects of the open photo to the user. */
  offer(candidates: readonly SubjectCandidate[]): void {
    const { photo } = this.deps.session.doc
    if (photo) this.state.offer = ref({ photo: photo.asset, candidates })
  }

  dismissOffer(): void {
    this.hidePreview()
    this.state.offer = null
  }

  /**
   * Called when the tool closes. Aborts the preview and the search for candidate masks. A running selection continues.
   */
  close(): void {
    this.hidePreview()
    this.searching.cancel()
    if (Array.isArray(this.state.candidates) && this.searched?.photo === this.photo()) return
    this.searched = null
    this.state.candidates = null
  }

  cancel(): void {
    this.close()
    this.selecting.cancel()
    this.endPending()
    this.lifter.cancel()
    this.dismissOffer()
  }

  private photo(): ImageBitmap | null {
    const { doc, assets } = this.deps.session
    return (doc.photo && assets.bitmap(doc.photo.asset)?.bitmap) ?? null
  }

  private inputAt(at: Point, adds: boolean): SelectionInput {
    const { session } = this.deps
    if (isLifting(session.ui)) return { adds: true, points: adds ? [{ ...at, kind: 'in' }] : pointsOfPart(at) }
    return { adds, points: pointsOf(at, adds, matteOf(snapshotOf(session), session.assets)) }
  }

  /** Returns all inputs so far, including inputs whose mask is still being computed. */
  private selectionSoFar(): SubjectSelection {
    if (isLifting(this.deps.session.ui)) return { start: 'nothing', choices: [] }
    const { separation } = snapshotOf(this.deps.session)
    const found = { start: separation ? ('found' as const) : ('nothing' as const), choices: [] }
    // copied, because snapshots are read-only and the caller modifies the selection
    return this.pending.at(-1)?.chosen ?? structuredClone((separation?.chosen as SubjectSelection | undefined) ?? found)
  }

  private add(choice: SelectionInput): void {
    const { start, choices } = this.selectionSoFar()
    const adds = isLifting(this.deps.session.ui) || choice.adds
    this.choose({ start, choices: [...choices, { adds, points: [...choice.points] }] })
  }

  private choose(chosen: SubjectSelection): void {
    this.hidePreview()
    const { session } = this.deps
    if (isRefused(session)) return
    if (isLifting(session.ui)) {
      this.pauseSearch()
      if (session.ui.subject.lifts === 'erase') this.erase(chosen)
      else void this.lifter.lift(chosen, false)
      return
    }
    const selection = { chosen, step: holdPendingStep(session, () => this.cancelLast()) }
    this.pending.push(selection)
    this.select(selection)
  }

  private select(selection: PendingSelection): void {
    void this.selecting.run((signal, message) => applySelection(this.deps, selection, signal, message))
  }

  /** Cancels the last selection whose mask isn't computed yet. The computation continues with the earlier selections. */
  private cancelLast(): void {
    this.pending.pop()?.step.end()
    const last = this.pending.at(-1)
    if (last) this.select(last)
    else this.selecting.cancel()
  }

  private endPending(): void {
    for (const { step } of this.pending.splice(0)) step.end()
  }

  private erase(chosen: SubjectSelection): void {
    const photo = this.photo()
    if (photo) void this.eraser(photo, chosen, this.knownMaskOf(photo, chosen), () => this.lifter.lift(chosen, true))
  }

  /** Aborts the search for candidate masks, because a lift would have to wait for the search. */
  private pauseSearch(): void {
    if (this.state.candidates === 'searching') this.close()
  }

  /** Restarts the search that `pauseSearch` aborted, after all lifts and fills. */
  private async resumeSearch(): Promise<void> {
    await this.deps.whenFilled()
    const { ui } = this.deps.session
    if (ui.busy === null && !this.state.isLifting && this.state.candidates === null && isLifting(ui))
      void this.findCandidates()
  }

  /**
   * Returns the mask of the chosen candidate. For a click inside the last preview, returns the preview's mask.
   * Otherwise returns null.
   */
  private knownMaskOf(photo: ImageBitmap, { start, choices: [choice] }: SubjectSelection): GridMask | null {
    const { candidates } = this.state
    if (Array.isArray(candidates) && typeof start === 'number') return candidates[start]?.mask ?? null
    const { lastPreview: last } = this
    return choice && last?.photo === photo && isEqual(choice.points, last.choice.points) ? last.mask : null
  }

  private hidePreview(): void {
    clearTimeout(this.restTimer)
    this.previewing.cancel()
    Object.assign(this.state, { preview: null, marked: null })
  }

  private previewLater(at: Point, adds: boolean): void {
    this.restTimer = setTimeout(() => {
      if (this.eraser.isSearching()) this.previewLater(at, adds)
      else void this.showPreview(at, adds)
    }, REST_MS)
  }

  private showPreview(at: Point, adds: boolean): Promise<void> {
    return this.previewing.run(async (signal) => {
      const bitmap = this.photo()
      if (!bitmap) return
      const { session, refiner } = this.deps
      const choice = this.inputAt(at, adds)
      const { start, choices } = this.selectionSoFar()
      const search = refiner.previewInput(bitmap, choice, { start, choices }, { signal })
      const found = await search.catch(logAndShow({ ok: false } as const)) // the tool also works without a preview
      if (signal.aborted) return
      const mask = found.ok ? found.value : null
      const isOfObject = isLifting(session.ui)
      this.lastPreview = isOfObject && mask ? { photo: bitmap, choice, mask } : null
      const chosen = { start, choices: [{ ...choice, points: [...choice.points] }] }
      const part = isOfObject && mask ? partOfMask(mask, chosen, session, session.ui.subject.lifts === 'erase') : mask
      if (mask && part) this.state.preview = ref({ ...mask, coverage: part.coverage, adds: choice.adds })
      else if (this.state.marked) this.add(choice) // shows why nothing is lifted or erased
    })
  }
}
