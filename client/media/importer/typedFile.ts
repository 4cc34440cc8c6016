/** Files that get their type from their content. */
import { SNIFF_BYTES, sniff } from './sniff.ts'

/** MIME types of the formats that can be imported. */
export const MIME = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp', heic: 'image/heic' } as const

/**
 * Returns a file whose MIME type is that of its content, so that a photo without an extension is accepted; '' for a content that
 * cannot be imported.
 */
export async function typedFile(content: Blob, name: string): Promise<File> {
  const type = sniff(new Uint8Array(await content.slice(0, SNIFF_BYTES).arrayBuffer()))
  return new File([content], name, { type: type ? MIME[type] : '' })
}
