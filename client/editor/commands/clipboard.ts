import { createLatestTask } from '#client/kit/async/scheduling.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { removeLayer } from '#client/layers/actions.ts'
import { missingImages, pasteLayers, pasteStyle, serializeLayers } from '#client/layers/clipboard.ts'
import { PHOTO_LIMITS } from '#client/media/importer/importer.ts'
import { importImage } from '#client/media/importer/importImage.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { type FetchImageDeps, fetchImages } from './sharedImages.ts'

/**
 * Copies the selected layers for pasting in this browser tab. Returns the layers as JSON, which the caller writes into
 * the system clipboard. Background and subject cannot be copied, because they belong to their photo. If no other layer
 * is selected, returns null and keeps the previous copy.
 */
export function copyToTab(session: Session): string | null {
  const packed = serializeLayers(snapshotOf(session), session.ui.selection)
  if (packed) session.ui.copied = packed
  return packed
}

/** The paste that waits for images of another tab. A newer paste cancels it. */
const latest = createLatestTask()

/**
 * Pastes layers from the text that `copyToTab` returned. Fetches images that this tab lacks from the tab where they
 * were copied. A toast reports layers that could not be pasted. Never rejects.
 */
export async function pasteFromTab(session: Session, packed: string): Promise<void> {
  const images = missingImages(session, packed)
  if (images.length === 0) return pasteAndReport(session, packed)
  const { doc, assets } = session
  const photo = doc.photo?.asset
  await latest.run(async (signal) => {
    // the toast reports the missing images
    await fetchImages({ assets, decode: decodeAgain }, images, signal).catch(console.warn)
    if (!signal.aborted && doc.photo?.asset === photo) pasteAndReport(session, packed)
  })
}

/** Decodes the file of an image that another tab has decoded before. That tab has asked for consent. */
const decodeAgain: FetchImageDeps['decode'] = (file, signal) =>
  importImage(file, { limits: PHOTO_LIMITS, signal, keepsWideGamut: true, consentToConvert: async () => true })

function pasteAndReport(session: Session, packed: string): void {
  const { leftOut } = pasteLayers(session, packed)
  if (leftOut > 0)
    session.notices.toast({
      title: t('Some layers weren’t pasted'),
      description: t(
        'You can paste images only while the tab they were copied from is open. Some layer types also have a maximum number.',
      ),
    })
}

/**
 * Copies the selection from a menu. `execCommand` fires the copy event that useClipboard.ts handles. The asynchronous
 * clipboard API does not accept the media type of layers.
 */
export function copy(session: Session): void {
  copyToTab(session)
  document.execCommand('copy')
}

/**
 * Cuts the selection from a menu: copies the layers (see `copy`), then removes them as one undo step. The layers are
 * removed even if the browser blocks the system clipboard, because they can be pasted in this browser tab.
 */
export function cut(session: Session): void {
  copyToTab(session)
  document.execCommand('cut')
  removeLayer(session, ...session.ui.selection) // the copy event may have removed the layers already
}

/** Pastes the last layers copied in this browser tab. Without a copy, does nothing. */
export function pasteCopied(session: Session): void {
  if (session.ui.copied) void pasteFromTab(session, session.ui.copied) // the promise never rejects
}

export function pasteCopiedStyle(session: Session): void {
  const { copied, selection } = session.ui
  if (copied) pasteStyle(session, copied, selection)
}
