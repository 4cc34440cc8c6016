import { err, type Result } from '#client/kit/base/result.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import type { ExportError, ExportOptions } from './exportError.ts'
import type { PixelSource } from './pixelSource.ts'

/** Loads the script that `exportPng` needs, so that a picture can be downloaded after the connection is lost. */
export const preloadPngEncoder = () => import('./formats/png/encodePng.ts')

/**
 * Encodes the file of the Download button: a truecolour PNG of 8 bits per channel and of the painter's size (output px), with
 * straight alpha unless the picture is opaque. `doc` is only asked whether there is a photo. The caller destroys the painter.
 * Fails with 'no-image', 'aborted', 'context-lost' or 'encode-failed'.
 * @throws when the encoder's script cannot be loaded: that is a failure of the network, not of the picture.
 */
export async function exportPng(
  doc: Pick<DocumentSnapshot, 'photo'>,
  painter: PixelSource,
  options: ExportOptions,
): Promise<Result<Blob, ExportError>> {
  if (!doc.photo) return err('no-image')
  const { encodePng } = await preloadPngEncoder()
  return encodePng(painter, options)
}
