import { addSubject, photoDocument, putPhoto, putSubject, segmentPhoto } from '#client/engine/openPhoto.ts'
import { t, tAll } from '#client/kit/i18n/translate.ts'
import { newId } from '#client/kit/values/ids.ts'
import { newLayer } from '#client/layers/registry.ts'
import { isAccepted } from '#client/media/file/sniff.ts'
import type { ImportedImage } from '#client/media/importer/importer.ts'
import type { Segmenter } from '#client/media/segmenter/segmentation.ts'
import type { AssetStore } from '#client/model/assets/store.ts'
import {
  type Document,
  type DocumentSnapshot,
  layerOfKind,
  type Photo,
  type Separation,
} from '#client/model/document/document.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { isAnalyzed, openSubjectTool, SELECT_SUBJECT_PANEL } from '#client/model/session/ui/subject.ts'
import { decodeAhead } from './decodeAhead.ts'
import { countPhoto, type EditorAccount } from './editorAccount.ts'
import {
  announceAfterPaint,
  cancelable,
  createBusyFlow,
  createLatestFlow,
  detailOf,
  doneOf,
  showMessage,
  type TaskMessage,
} from './flow.ts'
import { type ImportPictureDeps, replaceDocument } from './importPicture.ts'
import { hasUnsavedWork, leftBehind, mayLoseWork } from './lostWork.ts'
import { CANCELED, CONFIRM_UPLOAD, CONFIRM_UPLOAD_SAVED, IMPORT_ERRORS, SEGMENT_ERRORS, STATUS } from './messages.ts'

export interface UploadDeps extends ImportPictureDeps, Pick<EditorAccount, 'requestProcessing' | 'countImage'> {
  segmenter: Segmenter
  /** Calls `then` when the canvas shows the document. */
  afterPaint(then: () => void): void
  /** Called when the document has the photo's subject. `painted` resolves when the canvas shows the subject. */
  subjectFound(painted: Promise<void>): void
  /** Stops all work on the open photo. Called before another photo replaces it. */
  leavePhoto(): void
}

type FetchPhoto = (signal: AbortSignal) => Promise<File | null>

/** Applies the reused template to another photo. `separation`: the photo's subject, or null until it is found. */
type ApplyReused = (photo: Photo, separation: Separation | null) => Document

interface ReusedTemplate {
  apply: ApplyReused
  /** Version of the history right after the template was applied. */
  version: number
}

/**
 * Creates the flow that turns a file into a document with a segmented subject. A newer upload cancels earlier uploads.
 * If the import fails, the open document doesn't change.
 */
export function createUploader(deps: UploadDeps) {
  const latest = createBusyFlow(deps, sayCanceled)
  // A separate flow, because declining a photo must not abort the segmentation of the open photo.
  const asking = createLatestFlow(deps)
  /** The template that was applied when the open photo was opened, or null. */
  let reused: ReusedTemplate | null = null

  async function open(fetchPhoto: FetchPhoto, template: DocumentSnapshot | null) {
    const { session } = deps
    const asked = asking.run(async (signal) => {
      const fetched = await fetchPhoto(signal)
      if (!fetched || signal.aborted || !isPhoto(fetched)) return null
      deps.segmenter.warmUp()
      const decoding = decodeAhead(deps, fetched)
      let isAllowed = false
      try {
        isAllowed = await mayOpen(deps, fetched, signal)
      } finally {
        if (!isAllowed) decoding.stop()
      }
      return isAllowed ? decoding : null
    })
    const ahead = await cancelable(session, asked, asking.cancel)
    if (!ahead) return
    await latest.run(async (signal, message) => {
      const apply = template && (await applierOf(template, session.assets))
      if (signal.aborted) return ahead.stop()
      const image = await importPhoto(deps, ahead, signal, message)
      if (!image) return
      performance.mark('subject: photo decoded')
      deps.leavePhoto()
      const finding = findSubject(deps, image.bitmap, signal, message)
      await finding.begun
      if (signal.aborted) return image.bitmap.close()
      const opened = putPhoto(session.assets, image)
      replaceDocument(session, apply ? apply(opened, null) : photoDocument(opened))
      reused = apply && { apply, version: session.history.state.version }
      await showSubject(deps, finding, reused, signal)
    })
  }

  /** Returns true for a photo. Otherwise shows a message, before the user is asked about unsaved work. */
  function isPhoto(file: File): boolean {
    const isKnown = isAccepted(file)
    if (!isKnown) showMessage(deps, IMPORT_ERRORS['unsupported-type'], file.name)
    return isKnown
  }

  /** Says that the analysis of the open photo was canceled. The photo remains open. */
  function sayCanceled() {
    const { doc, ui } = deps.session
    if (doc.photo && !isAnalyzed(doc, ui)) deps.announcer.failed(CANCELED, null)
  }

  return {
    upload: (file: File) => open(async () => file, null),
    /**
     * Opens the photo that `fetchPhoto` resolves with, unless this is null. A newer upload or `cancelBusy` aborts the
     * upload.
     */
    uploadFetched: (fetchPhoto: FetchPhoto) => open(fetchPhoto, null),
    /**
     * Opens a photo and applies the open document's layers, background and enhancements (`applyTemplate`). First asks
     * the user, naming the parts that will be left out.
     */
    async reuseTemplate(file: File) {
      const { session } = deps
      const doc = snapshotOf(session)
      if (!doc.photo || !isPhoto(file)) return
      const question = leftBehind(doc)
      if (question && !(await session.notices.confirm(question))) return
      await open(async () => file, doc)
    },
    /** Segments the open photo again after an error. */
    retry: () =>
      latest.run(async (signal, message) => {
        const { photo } = deps.session.doc
        const asset = photo && deps.session.assets.bitmap(photo.asset)
        if (asset) await showSubject(deps, findSubject(deps, asset.bitmap, signal, message), reused, signal)
      }),
    /**
     * Aborts the upload and discards the reused template. Called before another document replaces the open document.
     */
    leave() {
      asking.cancel()
      latest.cancel()
      reused = null
    },
  }
}

/**
 * Resolves with true if a photo may replace the document. The user must agree to losing unsaved work, and the plan must
 * allow the photo. If the user edits the document while the server checks the plan, the user is asked again.
 */
async function mayOpen({ session, requestProcessing }: UploadDeps, photo: File, signal: AbortSignal): Promise<boolean> {
  const { state } = session.history
  const mayReplace = async () => {
    if (!hasUnsavedWork(session)) return true
    return session.notices.confirm(tAll(mayLoseWork(session) ? CONFIRM_UPLOAD : CONFIRM_UPLOAD_SAVED))
  }
  if (!(await mayReplace()) || signal.aborted) return false
  const { version } = state
  if (!(await requestProcessing(photo)) || signal.aborted) return false
  return state.version === version || ((await mayReplace()) && !signal.aborted)
}

/**
 * Returns a function that applies the document as a template to a photo. Its code is loaded on demand, because it is
 * rarely needed.
 */
async function applierOf(document: DocumentSnapshot, assets: AssetStore): Promise<ApplyReused> {
  const { applyTemplate } = await import('#client/engine/template/applyTemplate.ts')
  return (photo, separation) => {
    const matte = separation && assets.matte(separation.matte)
    return applyTemplate({ document }, { photo, separation, matte, awaitsSubject: true }, newId).document
  }
}

async function importPhoto(
  deps: UploadDeps,
  ahead: ReturnType<typeof decodeAhead>,
  signal: AbortSignal,
  message: TaskMessage,
): Promise<ImportedImage | null> {
  const { session } = deps
  session.ui.busy = 'processing'
  message.busy(STATUS.analyzing)
  let previewUrl = ''
  const imported = await ahead.finish(signal, {
    onStage(stage) {
      session.ui.busy = stage === 'converting' ? 'converting' : 'processing'
      message.busy(stage === 'converting' ? STATUS.converting : STATUS.analyzing)
    },
    onPreview(preview) {
      previewUrl = URL.createObjectURL(preview)
      message.preview(previewUrl)
    },
    onQuestion: message.hide,
  })
  if (previewUrl) URL.revokeObjectURL(previewUrl)
  if (imported.ok) return imported.value
  if (!signal.aborted) showMessage(deps, IMPORT_ERRORS[imported.error], ahead.name)
  return null
}

/**
 * Starts finding the photo's subject. `begun` resolves when the worker has received the photo. The photo is shown only
 * after that. Its first paint blocks the page, and the worker can compute during this time.
 */
function findSubject(
  { session, segmenter }: UploadDeps,
  bitmap: ImageBitmap,
  signal: AbortSignal,
  message: TaskMessage,
) {
  session.ui.busy = 'processing'
  message.busy(STATUS.analyzing, null, t('Loading the AI model'))
  let done = 0
  const { promise: isSent, resolve: onSent } = Promise.withResolvers<void>()
  const found = segmentPhoto(segmenter, bitmap, {
    signal,
    onSent,
    onProgress(progress) {
      done = Math.max(done, doneOf(progress))
      message.busy(STATUS.analyzing, done, detailOf(progress))
    },
  })
  return { found, begun: Promise.race([isSent, found]) }
}

async function showSubject(
  deps: UploadDeps,
  { found }: Pick<ReturnType<typeof findSubject>, 'found'>,
  reused: ReusedTemplate | null,
  signal: AbortSignal,
) {
  const { session } = deps
  const separated = await found
  if (signal.aborted) return
  performance.mark('subject: network done')
  if (!separated.ok) {
    // without a subject, the template's background would hide the whole photo
    if (reused?.version === session.history.state.version && !session.doc.separation)
      session.history.amend(() => {
        session.doc.backdrop = { type: 'original' }
      })
    if (separated.error !== 'no-subject') return showMessage(deps, SEGMENT_ERRORS[separated.error])
    // no message, because the panel already says that the photo has no clear subject
    session.ui.subject.missingIn = session.doc.photo?.asset ?? null
    openSubjectTool(session.ui, SELECT_SUBJECT_PANEL)
    return
  }
  // the result isn't needed, because the user has selected a subject during the analysis
  if (session.doc.separation) return
  const { model, ...mask } = separated.value
  const separation = putSubject(session.assets, mask, model)
  const { history } = session
  const receive = () => receiveSubject(session, separation, reused)
  // Edits during the analysis remain undoable. If there is a redo step, the history is cleared, because redo could add
  // a second subject.
  if (history.state.redo === null) history.amend(receive)
  else history.restart(receive)
  const busy: Parameters<TaskMessage['busy']> = [STATUS.analyzing, 1, t('Finding the subject')]
  deps.subjectFound(announceAfterPaint(deps, { busy, done: STATUS.ready }))
  countPhoto(deps)
}

/**
 * Adds the subject. If the user hasn't changed the document since the template was applied, moves the crop and anchored
 * layers relative to the subject.
 */
function receiveSubject(session: Session, separation: Separation, reused: ReusedTemplate | null): void {
  const { doc, history, ui } = session
  const document = reused && doc.photo && reused.apply(doc.photo, separation)
  if (!document) {
    addSubject(doc, separation)
    return
  }
  doc.separation = separation
  // an open text field would write to a replaced layer
  const isEdited = history.state.version !== reused.version || history.isOpen || ui.typing !== null
  if (!isEdited) Object.assign(doc, document)
  else newLayer(doc, 'subject', { ...layerOfKind(document, 'subject') })
}
