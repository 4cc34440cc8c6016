import { createLatestTask } from '#client/kit/async/scheduling.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { ADDING, removeLayer } from '#client/layers/actions.ts'
import { missingImages, parseClipboard, pasteLayers, pasteStyle, serializeLayers } from '#client/layers/clipboard.ts'
import { kindOf } from '#client/layers/registry.ts'
import { PHOTO_LIMITS } from '#client/media/importer/importer.ts'
import { importImage } from '#client/media/importer/importImage.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { type FetchImageDeps, fetchImages } from './sharedImages.ts'

/**
 * Copies the selected layers for pasting in this browser tab. Returns the layers as JSON, which the caller writes to
 * the system clipboard. Background and subject can't be copied, because they belong to their photo. If no other layer
 * is selected, returns null and doesn't change the previous copy.
 */
export function copyToTab(session: Session): string | null {
  const packed = serializeLayers(snapshotOf(session), session.ui.selection)
  if (packed) session.ui.copied = packed
  return packed
}

/** The task that waits for images from another tab. A newer paste cancels it. */
const latest = createLatestTask()

/**
 * Pastes layers from the text that `copyToTab` returned. If this tab doesn't have an image, fetches it from the tab
 * where it was copied. Pastes nothing if another paste starts or another photo is opened during the fetch. A toast
 * reports layers that could not be pasted. Never rejects.
 */
export async function pasteFromTab(session: Session, packed: string): Promise<void> {
  const images = missingImages(session, packed)
  if (images.length === 0) return pasteAndReport(session, packed)
  const { doc, assets } = session
  const photo = doc.photo?.asset
  await latest.run(async (signal) => {
    // an error is only logged, because the toast reports missing images
    await fetchImages({ assets, decode: decodeAgain }, images, signal).catch(console.warn)
    if (!signal.aborted && doc.photo?.asset === photo) pasteAndReport(session, packed)
  })
}

/** Decodes an image file that another tab has already decoded. The user has already given consent in that tab. */
const decodeAgain: FetchImageDeps['decode'] = (file, signal) =>
  importImage(file, { limits: PHOTO_LIMITS, signal, keepsWideGamut: true, consentToConvert: async () => true })

function pasteAndReport(session: Session, packed: string): void {
  const { leftOut } = pasteLayers(session, packed)
  const lacksSubject = !session.doc.separation && parseClipboard(packed).some(({ kind }) => kindOf(kind).needsSubject)
  if (leftOut > 0)
    session.notices.toast({
      title: t('Some layers weren’t pasted'),
      description: lacksSubject
        ? t(ADDING.analyzed.reason)
        : t(
            'You can paste images only while the tab they were copied from is open. Some layer types are also limited in number.',
          ),
    })
}

/**
 * Copies the selection. Called by menus. `execCommand` fires the copy event that useClipboard.ts handles. The
 * asynchronous clipboard API isn't used, because it rejects the media type of layers.
 */
export function copy(session: Session): void {
  copyToTab(session)
  document.execCommand('copy')
}

/**
 * Cuts the selection. Called by menus. Copies the layers (see `copy`), then removes them as one undo step. The layers
 * are removed even if the browser blocks the system clipboard, because they can still be pasted in this browser tab.
 */
export function cut(session: Session): void {
  copyToTab(session)
  document.execCommand('cut')
  removeLayer(session, ...session.ui.selection) // does nothing if the event has already removed the layers
}

/** Pastes the layers that were last copied in this browser tab. Does nothing if none were copied. */
export function pasteCopied(session: Session): void {
  if (session.ui.copied) void pasteFromTab(session, session.ui.copied) // `pasteFromTab` never rejects
}

export function pasteCopiedStyle(session: Session): void {
  const { copied, selection } = session.ui
  if (copied) pasteStyle(session, copied, selection)
}
