import type { Point } from '../../kit/base/geometry.ts'
import { createLatestTask } from '../../kit/base/latestTask.ts'
import { createListeners } from '../../kit/base/listeners.ts'
import { t } from '../../kit/i18n/translate.ts'
import { newLayer } from '../../layers/newLayer.ts'
import type { Choice, MaskPreview, SegmentationRefiner } from '../../media/segmenter/segmentationRefiner.ts'
import { layerOfKind, type SubjectSelection } from '../../model/document/document.ts'
import { type Session, snapshotOf } from '../../model/session/session.ts'
import { matteOf } from '../../render/matting/mask-edits/editedMattes.ts'
import { separationOf } from '../../render/matting/separation.ts'
import { pointsOf } from './clickPoints.ts'
import { createLatestFlow } from './latestFlow.ts'
import { CHOOSE } from './messages.ts'
import type { Announcer } from './status.ts'

/** What the chooser works with. */
export interface ChooseDeps {
  session: Session
  announcer: Announcer
  refiner: Pick<SegmentationRefiner, 'previewChoice' | 'hypotheses' | 'segmentChoices'>
  /** Id of the refiner's pipeline; stored with the result. */
  pipeline: string
  /** Called when a photo gets its first subject, so that the account counts the image. Must return at once. */
  countImage(): void
}

/** A mask that may be the subject; `number` is its rank, 0 = best. */
export interface Hypothesis {
  number: number
  mask: MaskPreview
}

/** What the tool shows. */
export interface ChooserState {
  /** Preview of what a click at the resting pointer would add to the subject or remove from it. */
  preview: (MaskPreview & { adds: boolean }) | null
  /** All masks that may be the subject, best first; null = not searched yet. */
  hypotheses: readonly Hypothesis[] | 'searching' | 'failed' | null
}

/**
 * Flow that chooses the subject. Each click, box or hypothesis is one undo step; the refiner computes the mask from all
 * choices so far. A choice during a computation aborts it and includes its choices.
 */
export interface Chooser {
  get(): ChooserState
  subscribe(listener: () => void): () => void
  /** The pointer is at `at`, photo px; null = outside the photo. Shows a preview once the pointer rests for 100 ms. */
  point(at: Point | null, adds: boolean): void
  click(at: Point, adds: boolean): void
  box(from: Point, to: Point, adds: boolean): void
  /** Replaces all choices: by the mask that was found, by the people in the photo, or by a hypothesis (its number). */
  begin(start: SubjectSelection['start']): void
  /** Computes the hypotheses, once per photo. Never rejects. */
  findHypotheses(): Promise<void>
  /** Called when the tool is closed: aborts the preview and the search for hypotheses. A running choice continues. */
  close(): void
  cancel(): void
}

/** How long the pointer must rest before a preview is computed, ms. */
const REST_MS = 100

/** Creates the flow. */
export function createChooser(deps: ChooseDeps): Chooser {
  const { session, announcer, refiner } = deps
  const listeners = createListeners()
  let state: ChooserState = { preview: null, hypotheses: null }
  let rest: ReturnType<typeof setTimeout> | undefined
  const previewing = createLatestTask()
  const searching = createLatestTask()
  let searched: ImageBitmap | null = null
  let pending: SubjectSelection | null = null
  const drawing = createLatestFlow(deps, () => {
    pending = null
    if (session.ui.busy === null) announcer.clear() // during an upload the status belongs to the upload
  })

  const show = (next: Partial<ChooserState>) => {
    state = { ...state, ...next }
    listeners.emit()
  }
  const photo = () => {
    const asset = session.doc.photo && session.assets.bitmap(session.doc.photo.asset)
    return asset?.bitmap ?? null
  }
  const choiceAt = (at: Point, adds: boolean): Choice => {
    const doc = snapshotOf(session)
    return { adds, points: pointsOf(at, adds, matteOf(doc, session.assets)) }
  }

  const soFar = (): SubjectSelection => {
    const { separation } = snapshotOf(session)
    const found = { start: separation ? ('found' as const) : ('nothing' as const), choices: [] }
    // A copy, because snapshots are read-only.
    return pending ?? structuredClone((separation?.chosen as SubjectSelection | undefined) ?? found)
  }

  function hidePreview() {
    clearTimeout(rest)
    previewing.cancel()
    if (state.preview) show({ preview: null })
  }

  const showPreview = (at: Point, adds: boolean) =>
    previewing.run(async (signal) => {
      const bitmap = photo()
      if (!bitmap) return
      const found = await refiner.previewChoice(bitmap, choiceAt(at, adds), soFar(), { signal })
      if (!signal.aborted && found.ok) show({ preview: { ...found.value, adds } })
    })

  function choose(next: (before: SubjectSelection) => SubjectSelection) {
    hidePreview()
    const chosen = next(soFar())
    pending = chosen
    void drawing.run((signal) => draw(deps, chosen, signal))
  }
  const add = (choice: Choice) =>
    choose(({ start, choices }) => ({
      start,
      choices: [...choices, { adds: choice.adds, points: [...choice.points] }],
    }))

  return {
    get: () => state,
    subscribe: listeners.subscribe,
    point(at, adds) {
      hidePreview()
      if (at) rest = setTimeout(() => void showPreview(at, adds), REST_MS)
    },
    click: (at, adds) => add(choiceAt(at, adds)),
    box: (from, to, adds) =>
      add({
        adds,
        points: [
          { x: Math.min(from.x, to.x), y: Math.min(from.y, to.y), kind: 'box-start' },
          { x: Math.max(from.x, to.x), y: Math.max(from.y, to.y), kind: 'box-end' },
        ],
      }),
    begin: (start) => choose(() => ({ start, choices: [] })),
    async findHypotheses() {
      const bitmap = photo()
      if (!bitmap || searched === bitmap) return
      searched = bitmap
      await searching.run(async (signal) => {
        show({ hypotheses: 'searching' })
        const found = await refiner.hypotheses(bitmap, { signal })
        if (signal.aborted) return
        if (!found.ok) searched = null
        show({ hypotheses: found.ok ? found.value.map((mask, number) => ({ number, mask })) : 'failed' })
      })
    },
    close() {
      hidePreview()
      searching.cancel()
      if (Array.isArray(state.hypotheses) && searched === photo()) return
      searched = null
      show({ hypotheses: null })
    },
    cancel() {
      hidePreview()
      searching.cancel()
      drawing.cancel()
    },
  }
}

async function draw(
  { session, announcer, refiner, pipeline, countImage }: ChooseDeps,
  chosen: SubjectSelection,
  signal: AbortSignal,
) {
  const { doc, assets, history } = session
  const photo = doc.photo && assets.bitmap(doc.photo.asset)
  if (!photo) return
  announcer.busy(CHOOSE.drawing)
  const drawn = await refiner.segmentChoices(photo.bitmap, chosen.start, chosen.choices, {
    signal,
    onProgress(progress) {
      if (signal.aborted || session.ui.busy !== null) return
      announcer.busy(CHOOSE.drawing, progress.stage === 'loading' ? progress.loadedBytes / progress.totalBytes : null)
    },
  })
  if (signal.aborted || doc.photo?.asset !== photo.id) return
  if (!drawn.ok) {
    const isNobody = drawn.error === 'no-subject' // a result, not a failure
    session.notices.toast(isNobody ? { title: t(CHOOSE.nobody) } : { title: t(CHOOSE.notDrawn), isDestructive: true })
    return
  }
  const isFirst = !doc.separation
  const matte = assets.put({ kind: 'matte', ...drawn.value })
  history.transact(t('Choose subject'), () => {
    doc.separation = separationOf(assets, matte, pipeline, chosen)
    if (!layerOfKind(doc, 'subject')) newLayer(doc, 'subject')
  })
  session.collect()
  if (isFirst) countImage()
}
