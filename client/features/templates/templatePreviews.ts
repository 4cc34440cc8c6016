import { subscribeKey } from 'valtio/utils'
import { proxy, subscribe } from 'valtio/vanilla'
import type { Template } from '#client/engine/template/applyTemplate.ts'
import type { SeparatedPhoto } from '#client/engine/template/paintTemplate.ts'
import { textsOf } from '#client/engine/template/withTexts.ts'
import { stopAll } from '#client/kit/async/listeners.ts'
import { createLatestTask, untilFree } from '#client/kit/async/scheduling.ts'
import { catalogue, language } from '#client/kit/i18n/translate.ts'
import { isEqual, sameItems } from '#client/kit/values/identity.ts'
import { AssetStore } from '#client/model/assets/store.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { readWithWords, surplusOf } from './templateApplier.ts'
import type { TemplateLibrary } from './templateLibrary.ts'
import { templateState } from './templateState.ts'

export interface TemplatePreviewsDeps {
  session: Session
  own: Pick<TemplateLibrary, 'read'>
  /** Stores downscaled copies of the document's photo and matte in `to`. Resolves with null if there is no subject. */
  reducePhoto(doc: DocumentSnapshot, to: AssetStore): Promise<SeparatedPhoto | null>
  /**
   * Paints a template on a photo. `assets` contains the template's images and the photo. Resolves with a data
   * URL.
   */
  paint(template: Template, assets: AssetStore, photo: SeparatedPhoto): Promise<string>
  /** Calls `run` in an idle period. */
  whenIdle(run: () => void): void
}

/**
 * Creates the previews of templates on the open photo with the user's text. They are painted one by one in idle
 * periods, visible tiles first. A preview is repainted only if the photo, its subject, the text or the language
 * changes. When the user opens another photo or selects another subject, all previews are removed immediately.
 */
export function createTemplatePreviews(deps: TemplatePreviewsDeps) {
  const { session } = deps
  /** Data URLs by template id. '' if the template can't be painted. */
  const previews = proxy<Record<string, string>>({})
  const painted = new Set<string>()
  const latest = createLatestTask()
  let basis: Basis = []
  /** The values that the previews show. Compared to detect a change to the document. */
  let seen: Basis = []
  /**
   * Returns true during a gesture, while a template is being applied, while a photo is being processed, and during an
   * export. Painting would delay these.
   */
  const isBusy = ({ history, ui } = session) =>
    history.isOpen || templateState(session).applying !== null || ui.busy !== null || ui.isDownloading
  const idle = (signal: AbortSignal) => untilFree(deps.whenIdle, isBusy, signal)

  /** Marks all previews as outdated if the photo, its subject, the text or the language has changed. */
  function restart(next: Basis) {
    if (sameItems(basis, next)) return
    painted.clear()
    basis = next
  }

  /** Paints the tiles that are shown. Does nothing if no tiles are shown. */
  let repaint = () => {}
  const clear = () => {
    latest.cancel()
    for (const id of Object.keys(previews)) delete previews[id]
    repaint()
  }
  const stopClearing = onOtherSubject(session, clear)

  async function paintAll(ids: readonly string[], isVisible: (id: string) => boolean, signal: AbortSignal) {
    const { userWords } = await import('#client/engine/template/keepWords.ts')
    if (signal.aborted) return
    const doc = snapshotOf(session)
    restart(basisOf(doc, userWords(doc, surplusOf(session))))
    const missing = new Set(ids.filter((id) => !painted.has(id)))
    if (!doc.separation || missing.size === 0) return
    const assets = new AssetStore()
    try {
      await idle(signal)
      const photo = signal.aborted ? null : await deps.reducePhoto(doc, assets)
      if (!photo && !signal.aborted) for (const id of missing) previews[id] = ''
      while (missing.size > 0) {
        await idle(signal)
        if (signal.aborted || !photo) return
        const [first = ''] = missing
        // chosen before each paint, because the user may scroll between paints
        const id = [...missing].find(isVisible) ?? first
        missing.delete(id)
        const url = await paintOne(deps, id, assets, photo, signal)
        if (signal.aborted) return
        painted.add(id)
        previews[id] = url ?? ''
      }
    } finally {
      assets.destroy()
    }
  }

  return {
    previews,
    /**
     * Paints the missing previews of these templates in idle periods. Returns a function that stops painting.
     * `isVisible` returns true for the templates to paint first.
     */
    show(ids: readonly string[], isVisible: (id: string) => boolean = () => false): () => void {
      const run = () => {
        seen = basisOf(snapshotOf(session))
        void latest.run((signal) => paintAll(ids, isVisible, signal)).catch(console.warn)
      }
      const refresh = () => void (sameItems(seen, basisOf(snapshotOf(session))) || run())
      const stop = stopAll([subscribe(session.doc, refresh), catalogue.on('change', refresh)])
      repaint = run
      run()
      return () => {
        stop()
        repaint = () => {}
        latest.cancel()
      }
    },
    dispose() {
      stopClearing()
      latest.cancel()
    },
  }
}

/**
 * Resolves with a data URL. Null if the template is missing or can't be painted, so that its stored thumbnail is
 * shown.
 */
async function paintOne(
  { session, own, paint }: TemplatePreviewsDeps,
  id: string,
  assets: AssetStore,
  photo: SeparatedPhoto,
  signal: AbortSignal,
) {
  try {
    const template = await readWithWords(own, id, session, signal, assets)
    return template && !signal.aborted ? await paint(template, assets, photo) : null
  } catch (error) {
    if (!signal.aborted) console.warn(`the template ${id} has no preview`, error)
    return null
  }
}

/**
 * Calls `then` when the user has opened another photo or selected another subject. A better mask of the same subject
 * doesn't count. Returns a function that unsubscribes.
 */
function onOtherSubject(session: Session, then: () => void): () => void {
  const chosen = () => snapshotOf(session).separation?.chosen
  let last = chosen()
  return stopAll([
    session.replaced.subscribe(then),
    subscribeKey(session.doc, 'separation', () => {
      if (!isEqual(last, chosen())) then()
      last = chosen()
    }),
  ])
}

/** The values that determine all previews, compared by identity. The first value is the photo. */
type Basis = readonly unknown[]

const basisOf = (doc: DocumentSnapshot, words = textsOf(doc).map(({ text }) => text)): Basis => [
  doc.photo?.asset,
  doc.separation?.matte,
  doc.mend,
  language(),
  ...words,
]
