import { subscribeKey } from 'valtio/utils'
import { ref } from 'valtio/vanilla'
import { type Announcer, createLatestFlow, type HeldStep, holdPendingStep } from '#client/editor/flows/flow.ts'
import { STATUS } from '#client/editor/flows/messages.ts'
import type { TemplateWithWords } from '#client/engine/template/keepWords.ts'
import { fitWords, textsByRole } from '#client/engine/template/withTexts.ts'
import { nextPaint, pause } from '#client/kit/async/scheduling.ts'
import { t, tAll } from '#client/kit/i18n/translate.ts'
import type { AssetId, LayerId } from '#client/kit/values/ids.ts'
import { offerUndo } from '#client/layers/actions.ts'
import type { PaintReduced } from '#client/layers/text/automaticColors.ts'
import type { AssetStore } from '#client/model/assets/store.ts'
import { assignDocument, createDocument, type Document, isPhotoLayer } from '#client/model/document/document.ts'
import { mutableCopy } from '#client/model/history/records.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { select } from '#client/model/session/ui/selection.ts'
import { isAnalyzed } from '#client/model/session/ui/subject.ts'
import { TEMPLATES_PANEL } from '#client/model/session/ui/ui.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { designOf } from './packTemplate.ts'
import type { TemplateLibrary } from './templateLibrary.ts'
import { TEMPLATE_LOST } from './templateMessages.ts'
import { templateState } from './templateState.ts'

export interface TemplateApplierDeps {
  session: Session
  announcer: Announcer
  own: Pick<TemplateLibrary, 'read'>
  /** Resolves when the renderer can paint the subject in a different place. By default `whenSubjectReady`. */
  whenReady?(session: Session): Promise<void>
  /** Paints documents to measure the contrast of text layers. If absent, text layers have the template's colors. */
  paint?: PaintReduced
  /** Resolves when the canvas shows the document. */
  whenPainted?(): Promise<void>
}

/** Creates the flow that applies a template (built-in or the user's) to the open photo. */
export function createTemplateApplier(deps: TemplateApplierDeps) {
  const { session, announcer, whenReady = whenSubjectReady, whenPainted } = deps
  const { doc, ui } = session
  const state = templateState(session)
  let running: Promise<unknown> | null = null
  const latest = createLatestFlow(deps, () => {
    state.applying = null
    running = null
  })
  /** Resolves when no template is being applied. */
  const settle = async () => {
    while (running) await running
  }

  const apply = (id: string, onApplied = () => {}) => {
    const run = latest.run(async (signal, message) => {
      state.applying = id
      message.busy(APPLYING)
      const step = holdPendingStep(session, latest.cancel)
      signal.addEventListener('abort', () => {
        step.end()
        state.applying = null // the aborted task ends later
      })
      let isLoss = false
      const applied = await applyOnceReady({ ...deps, whenReady }, id, signal, ({ document }) => {
        isLoss = replace(session, document, step)
      }).finally(step.end)
      if (applied === 'canceled') return
      if (!applied) return session.notices.toast({ ...tAll(TEMPLATE_LOST), isDestructive: true })
      state.last = lastOf(session, id, applied)
      await whenPainted?.()
      if (signal.aborted) return
      if (isLoss) offerUndo(session, t('Layers replaced.'))
      if (message.isShown()) onApplied()
    })
    running = run
    return run
  }

  const applyPending = (id: string) => {
    state.pending = null
    return apply(id, () => {
      // if no panel is open, opens the Templates panel, which shows the fields for the template's text
      ui.panel ??= TEMPLATES_PANEL
      announcer.done(STATUS.ready)
    })
  }

  const isPhotoAnalyzed = () => isAnalyzed(doc, ui)
  const applyWhenAnalyzed = () => void (state.pending && isPhotoAnalyzed() && applyPending(state.pending))
  const stops = [
    subscribeKey(doc, 'separation', applyWhenAnalyzed),
    subscribeKey(ui.subject, 'missingIn', applyWhenAnalyzed),
    subscribeKey(ui, 'busy', (busy) => busy === null && applyWhenAnalyzed()),
  ]

  return {
    /**
     * Replaces layers, background, crop and enhancements with those of the template, as one undo step. If no analyzed
     * photo is open yet, or the editor is busy, the template becomes pending and is applied later; choosing it again
     * cancels this. A newer call cancels earlier calls.
     */
    async use(id: string) {
      if (doc.photo && isPhotoAnalyzed() && ui.busy === null) return apply(id)
      state.pending = state.pending === id ? null : id
    },
    /** Starts to estimate the colors along the subject's edge, so that applying a template is faster later. */
    prepare: () => whenReady(session).catch(console.debug),
    /**
     * Resolves when no template is being applied. A pending template starts in a microtask after the analysis, because
     * the state notifies its listeners asynchronously.
     */
    whenDone: () =>
      running || (doc.photo && state.pending && isPhotoAnalyzed()) ? Promise.resolve().then(settle) : null,
    cancel: () => latest.cancel(),
    /** Clears the pending template, because it was chosen for the next photo and would replace the project's layers. */
    projectOpens() {
      state.pending = null
    },
    dispose() {
      for (const stop of stops) stop()
      latest.cancel()
    },
  }
}

type Applied = NonNullable<Awaited<ReturnType<typeof applyTemplateById>>>

/**
 * Applies a template as `applyTemplateById` does, once the subject is ready. Calls `use` with the result while its
 * pixels are held. 'canceled' after an abort, and if the user has opened another photo in the meantime.
 */
async function applyOnceReady(
  deps: TemplateApplierDeps & Required<Pick<TemplateApplierDeps, 'whenReady'>>,
  id: string,
  signal: AbortSignal,
  use: (applied: Applied) => void,
): Promise<Applied | 'canceled' | null> {
  const { session, whenReady } = deps
  const { doc } = session
  const { photo } = doc
  const isCurrent = () => !signal.aborted && doc.photo?.asset === photo?.asset
  let matte: AssetId | undefined
  let applied: Applied | null = null
  let release = () => {}
  try {
    do {
      matte = doc.separation?.matte
      // The old image stays on the canvas until the subject is ready. Otherwise the template would first appear without
      // a subject.
      await whenReady(session)
      release()
      const own = holding(deps, (stop) => {
        release = stop
      })
      applied = isCurrent() ? await applyTemplateById({ ...deps, own }, id, signal) : null
      if (!isCurrent()) return 'canceled'
    } while (doc.separation?.matte !== matte) // the layout depends on the matte, so a new matte needs another pass
    if (applied) use(applied)
    return applied
  } finally {
    release()
  }
}

/**
 * Returns a template library that holds each template's pixels in memory, because the document doesn't reference them
 * yet. `onHold` receives the function that releases the pixels.
 */
const holding = (
  { session, own }: TemplateApplierDeps,
  onHold: (release: () => void) => void,
): TemplateApplierDeps['own'] => ({
  async read(...args) {
    const template = await own.read(...args)
    if (template) onHold(session.hold(template.document))
    return template
  },
})

/** The status while a template is applied. The specification doesn't define this text. */
const APPLYING = 'Applying the template…'

/** Maximum wait for the edge colors of the subject, ms. */
const SUBJECT_MS = 3000

/** Resolves when the colors along the subject's edge are estimated, at the latest after `SUBJECT_MS`. */
async function whenSubjectReady(session: Session): Promise<void> {
  // the template's spinner must be painted before the work blocks the main thread; a hidden page doesn't paint
  if (document.visibilityState === 'visible') await nextPaint()
  const { assets } = session
  const doc = snapshotOf(session)
  const photo = doc.photo && assets.bitmap(doc.photo.asset)
  const matte = matteOf(doc, assets)
  if (!photo || !matte || photo.hasAlpha) return // a translucent photo has its own edge colors, so none are estimated
  const { edgeColorCacheOf } = await import('#client/render/matting/foreground/edgeColors.ts')
  const cache = edgeColorCacheOf(assets)
  const known = cache.get(photo, matte)
  if (!known || known.isOutdated) await Promise.race([cache.estimate(photo, matte), pause(SUBJECT_MS)])
}

/**
 * Applies a template with the user's text to the open photo. Returns the document, the ids of its text layers by role,
 * the text that has no layer in the template, and `hasOwnWords` of the template. Null if the template or the photo
 * doesn't exist.
 */
async function applyTemplateById(
  { session, own, paint = async () => null }: TemplateApplierDeps,
  id: string,
  signal: AbortSignal,
) {
  const template = await readWithWords(own, id, session, signal)
  const doc = snapshotOf(session)
  if (signal.aborted || !template || !doc.photo) return null
  const { applyTemplateTo } = await import('#client/engine/template/applyTemplateTo.ts')
  const { document } = await applyTemplateTo(template, doc, session.assets, paint)
  const { surplus, hasOwnWords } = template
  return { document, texts: textsByRole(document), surplus, hasOwnWords }
}

/** Returns the state of the template that was just applied. */
function lastOf(session: Session, id: string, applied: Applied) {
  const { document, texts, surplus, hasOwnWords } = applied
  const added = Object.values(document.layers).filter((layer) => !isPhotoLayer(layer))
  // with `ref`, valtio stores the document itself instead of a proxy
  const design = hasOwnWords ? {} : { design: ref(designOf(snapshotOf(session))) }
  return { id, layers: added.map((layer) => layer.id), texts, surplus, ...design }
}

/**
 * Resolves with a built-in template or a user's template, filled with the open document's text. Null if the template
 * doesn't exist.
 */
export async function readWithWords(
  own: TemplateApplierDeps['own'],
  id: string,
  session: Session,
  signal: AbortSignal,
  assets?: AssetStore,
): Promise<TemplateWithWords | null> {
  const template =
    (await own.read(id, signal, assets)) ?? (await import('#client/engine/template/builtIn.ts')).builtInTemplate(id)
  const { keepWords } = await import('#client/engine/template/keepWords.ts')
  return template && fitWords(template, keepWords(template, snapshotOf(session), surplusOf(session)))
}

/** Returns the user's text that has no layer in the applied template. Empty if no template is applied. */
export function surplusOf(session: Session): readonly string[] {
  const { last } = templateState(session)
  return isApplied(last, session.doc) ? last.surplus : []
}

/**
 * Returns true until the template's layers are undone or replaced. Layer ids identify the template, because applying a
 * template creates new ids.
 */
export const isApplied = ({ layers }: { layers: readonly LayerId[] }, { order }: { order: readonly LayerId[] }) =>
  layers.some((id) => order.includes(id))

/**
 * Replaces everything in the document except the photo, its subject, its mask edits and its erased objects. `step`: adds
 * the undo step. Returns true if the user lost layers.
 */
function replace(session: Session, applied: Document, step: HeldStep): boolean {
  const { doc } = session
  const own = Object.values(snapshotOf(session).layers).filter((layer) => !isPhotoLayer(layer))
  const erased = own.filter(({ kind, isHidden }) => kind === 'object' && isHidden)
  const isLoss = own.length > erased.length
  const layers = { ...applied.layers, ...Object.fromEntries(erased.map((layer) => [layer.id, mutableCopy(layer)])) }
  // inserts erased objects just in front of the background
  const order = applied.order.toSpliced(1, 0, ...erased.map(({ id }) => id))
  select(session.ui)
  step.add(t('Use template'), () => {
    const { photo, separation } = doc
    const { backdrop, crop } = applied
    const core = { photo, separation, backdrop, crop, layers, order }
    assignDocument(
      doc,
      createDocument(core, (part, { photoLabel }) => (photoLabel ? doc : applied)[part]),
    )
  })
  session.collect()
  return isLoss
}
