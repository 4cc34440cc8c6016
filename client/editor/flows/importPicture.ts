/** Imports image files for flows, and replaces the edited document. */

import { putPicture } from '#client/engine/openPhoto.ts'
import { isOnline, whenOnline } from '#client/kit/browser/network.ts'
import { tAll } from '#client/kit/i18n/translate.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import { err, type Result } from '#client/kit/values/result.ts'
import {
  type ImportError,
  type ImportedImage,
  type ImportOptions,
  PHOTO_LIMITS,
} from '#client/media/importer/importer.ts'
import { assignDocument, type Document } from '#client/model/document/document.ts'
import { type Session, untilReleased } from '#client/model/session/session.ts'
import { select } from '#client/model/session/ui/selection.ts'
import { type Announcer, showMessage } from './flow.ts'
import { CONFIRM_HEIC, type FlowMessage, NEEDS_CONNECTION } from './messages.ts'

export interface ImportPictureDeps {
  session: Session
  announcer: Announcer
  importImage(file: File, options: ImportOptions): Promise<Result<ImportedImage, ImportError>>
}

/** An imported image. Its pixels are in the session's asset store, under the id `asset`. */
export type ImportedPicture = Pick<ImportedImage, 'width' | 'height' | 'hasAlpha' | 'name' | 'sha256'> & {
  asset: AssetId
}

/**
 * Decodes an image file, by default in the file's color space. Asks for consent before a HEIC file is converted. If the
 * HEIC decoder can't be loaded because the device is offline, waits until it is online. Questions and messages appear
 * only after `mayShow` has resolved. `onQuestion` is called before the question opens. After success, the caller must
 * close the bitmap. Fails with the codes of ImportError. After an abort, closes the bitmap and fails with 'aborted'.
 */
export async function decodeWithConsent(
  deps: ImportPictureDeps,
  file: File,
  signal: AbortSignal,
  {
    onStage = () => {},
    onPreview,
    onQuestion,
    keepsWideGamut = true,
    mayShow = Promise.resolve(),
  }: Pick<ImportOptions, 'onStage' | 'onPreview' | 'keepsWideGamut'> & {
    mayShow?: Promise<void>
    onQuestion?: (() => void) | undefined
  } = {},
): Promise<Result<ImportedImage, ImportError>> {
  const { announcer, importImage } = deps
  let consent: Promise<boolean> | null = null
  for (;;) {
    const imported = await importImage(file, {
      limits: PHOTO_LIMITS,
      signal,
      keepsWideGamut,
      consentToConvert() {
        consent ??= mayShow.then(() => !signal.aborted && askToConvert(deps, signal, onQuestion))
        return consent
      },
      onStage: (stage) => {
        if (!signal.aborted) onStage(stage)
      },
      onPreview: (preview) => {
        if (!signal.aborted) onPreview?.(preview)
      },
    })
    if (signal.aborted && imported.ok) imported.value.bitmap.close()
    if (signal.aborted) return err('aborted')
    if (imported.ok || imported.error !== 'heic-failed' || isOnline()) return imported
    await mayShow
    const message = announcer.begin(signal)
    message.busy(NEEDS_CONNECTION.heic)
    await whenOnline(signal)
    message.end()
  }
}

/**
 * Asks whether a HEIC file may be converted. Meanwhile the editor isn't busy, because the conversion begins only after
 * the user has agreed.
 */
async function askToConvert({ session }: ImportPictureDeps, signal: AbortSignal, onQuestion = () => {}) {
  const { ui, notices } = session
  const { busy } = ui
  onQuestion()
  ui.busy = null
  try {
    return await notices.confirm(tAll(CONFIRM_HEIC))
  } finally {
    if (!signal.aborted) ui.busy = busy
  }
}

/**
 * Imports a file for a flow that adds its pixels to the document, and sets `ui.busy`. After a failure, shows the
 * message in `errors` and resolves with null. Also resolves with null after an abort, and if another photo was opened
 * in the meantime.
 */
export async function importPicture(
  deps: ImportPictureDeps,
  file: File,
  signal: AbortSignal,
  errors: Record<ImportError, FlowMessage>,
): Promise<ImportedPicture | null> {
  const { session } = deps
  const photo = session.doc.photo?.asset
  session.ui.busy = 'processing'
  const imported = await decodeWithConsent(deps, file, signal, {
    onStage(stage) {
      session.ui.busy = stage === 'converting' ? 'converting' : 'processing'
    },
  })
  await untilReleased(session, signal)
  if (signal.aborted) {
    if (imported.ok) imported.value.bitmap.close()
    return null
  }
  if (session.doc.photo?.asset !== photo) {
    if (imported.ok) imported.value.bitmap.close()
    return null
  }
  if (!imported.ok) {
    showMessage(deps, errors[imported.error], file.name)
    return null
  }
  const { width, height, hasAlpha, sha256, name } = imported.value
  return { asset: putPicture(session.assets, imported.value), width, height, hasAlpha, name, sha256 }
}

/**
 * Replaces the document, and clears history and selection. The new document's pixels must already be in the
 * asset store. Pixels that the new document doesn't use are freed.
 */
export function replaceDocument(session: Session, document: Document): void {
  const { doc, ui } = session
  select(ui)
  session.history.restart(() => assignDocument(doc, document))
  ui.downloadedVersion = null
  session.replaced.emit()
  session.collect()
}
