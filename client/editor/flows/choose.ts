/**
 * Choosing the subject: each click, box or suggestion is one step of history, drawn by the refiner from all that was
 * pointed at so far. While one is drawn the next may be made: the newest drawing has them all.
 */
import type { Point } from '../../kit/base/geometry.ts'
import { createListeners } from '../../kit/base/listeners.ts'
import { t } from '../../kit/i18n/translate.ts'
import { newLayer } from '../../layers/newLayer.ts'
import type { Choice, MaskPreview, SegmentationRefiner } from '../../media/segmenter/segmentationRefiner.ts'
import { type Chosen, layerOfKind } from '../../model/document/document.ts'
import { type Session, snapshotOf } from '../../model/session/session.ts'
import { matteOf } from '../../render/matting/mask-edits/editedMattes.ts'
import { separationOf } from '../../render/matting/separation.ts'
import { pointsOf } from './clickPoints.ts'
import { CHOOSE } from './messages.ts'
import { createNewest } from './newest.ts'
import type { Announcer } from './status.ts'

export interface ChooseDeps {
  session: Session
  announcer: Announcer
  refiner: Pick<SegmentationRefiner, 'previewChoice' | 'hypotheses' | 'segmentChoices'>
  /** Names the refiner's pipeline. */
  pipeline: string
  /** A photo got its first subject: the account counts it. Never holds the user up. */
  countImage(): void
}

export interface Hypothesis {
  number: number
  sketch: MaskPreview
}

export interface ChooserState {
  /** What a click at the resting pointer would add or take away. */
  lit: (MaskPreview & { adds: boolean }) | null
  /** Everything that could be meant, best first; null = not looked for yet. */
  hypotheses: readonly Hypothesis[] | 'looking' | 'failed' | null
}

export interface Chooser {
  get(): ChooserState
  subscribe(listener: () => void): () => void
  /** The pointer rests there, or nowhere; photo px. */
  point(at: Point | null, adds: boolean): void
  click(at: Point, adds: boolean): void
  box(from: Point, to: Point, adds: boolean): void
  /** In place of all that was chosen: what was found, people alone, or a hypothesis by number. */
  begin(start: Chosen['start']): void
  /** Looks for the hypotheses, once per photo. Never rejects. */
  look(): Promise<void>
  /** The tool is put away: what is looked for ends; what is drawn goes on. */
  leave(): void
  cancel(): void
}

/** How long a pointer rests before it is asked what lies below it, ms. */
const REST_MS = 100

export function createChooser(deps: ChooseDeps): Chooser {
  const { session, announcer, refiner } = deps
  const listeners = createListeners()
  let state: ChooserState = { lit: null, hypotheses: null }
  let rest: ReturnType<typeof setTimeout> | undefined
  let hovering = new AbortController()
  let looking = new AbortController()
  let looked: ImageBitmap | null = null
  let pending: Chosen | null = null
  const drawing = createNewest(deps, () => {
    pending = null
    if (session.ui.busy === null) announcer.clear() // else an upload is speaking
  })

  const show = (next: Partial<ChooserState>) => {
    state = { ...state, ...next }
    listeners.tell()
  }
  const photo = () => {
    const asset = session.doc.photo && session.assets.bitmap(session.doc.photo.asset)
    return asset?.bitmap ?? null
  }
  const choiceAt = (at: Point, adds: boolean): Choice => {
    const doc = snapshotOf(session)
    return { adds, points: pointsOf(at, adds, matteOf(doc, session.assets)) }
  }

  const soFar = (): Chosen => {
    const { separation } = snapshotOf(session)
    const found = { start: separation ? ('found' as const) : ('nothing' as const), choices: [] }
    return pending ?? structuredClone((separation?.chosen as Chosen | undefined) ?? found) // a snapshot's, read only
  }

  function darken() {
    clearTimeout(rest)
    hovering.abort()
    if (state.lit) show({ lit: null })
  }

  async function light(at: Point, adds: boolean) {
    const bitmap = photo()
    if (!bitmap) return
    hovering = new AbortController()
    const { signal } = hovering
    const sketch = await refiner.previewChoice(bitmap, choiceAt(at, adds), soFar(), { signal })
    if (!signal.aborted && sketch.ok) show({ lit: { ...sketch.value, adds } })
  }

  function choose(next: (before: Chosen) => Chosen) {
    darken()
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
      darken()
      if (at) rest = setTimeout(() => void light(at, adds), REST_MS)
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
    async look() {
      const bitmap = photo()
      if (!bitmap || looked === bitmap) return
      looked = bitmap
      looking.abort()
      looking = new AbortController()
      const { signal } = looking
      show({ hypotheses: 'looking' })
      const found = await refiner.hypotheses(bitmap, { signal })
      if (signal.aborted) return
      if (!found.ok) looked = null
      show({ hypotheses: found.ok ? found.value.map((sketch, number) => ({ number, sketch })) : 'failed' })
    },
    leave() {
      darken()
      looking.abort()
      if (Array.isArray(state.hypotheses) && looked === photo()) return
      looked = null
      show({ hypotheses: null })
    },
    cancel() {
      darken()
      looking.abort()
      drawing.cancel()
    },
  }
}

async function draw(
  { session, announcer, refiner, pipeline, countImage }: ChooseDeps,
  chosen: Chosen,
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
    const isNobody = drawn.error === 'no-subject' // an answer, no failure
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
