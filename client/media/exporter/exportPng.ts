import { err, type Result } from '#client/kit/base/result.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import type { ExportError, ExportOptions } from './exportError.ts'
import type { PixelSource } from './pixelSource.ts'

/** Loads the script that `exportPng` needs, so that a picture can be downloaded after the connection is lost. */
export const preloadPngEncoder = () => import('./formats/png/encodePng.ts')

/**
 * Encodes the file of the Download button: a truecolour PNG of the painter's size, with alpha unless it is opaque.
 * Fails with 'no-image', 'aborted', 'context-lost' or 'encode-failed'.
 * @throws when the encoder's script cannot be loaded
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
