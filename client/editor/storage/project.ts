/** A project: a document and what its pixels can be made of again. The same on the device and in a file. */
import type { AssetId } from '../../kit/base/ids.ts'
import type { Document } from '../../model/document/document.ts'

/** Raised by whoever changes what a project says; a newer one than this is refused, never guessed at. */
export const PROJECT_VERSION = 1

/** `part` is the SHA-256 of the bytes in question, hexadecimal. */
export type AssetEntry =
  /** An image file as the user gave it, and the deflated coverage it was cut out with. Size in px, upright. */
  | { kind: 'bitmap'; id: AssetId; part: string; width: number; height: number; cut: string | null }
  /** Coverage, one byte per px, row-major, deflated. */
  | { kind: 'matte'; id: AssetId; part: string; width: number; height: number }

/** A font of the user's own that the document is set in; `part` as above. */
export interface FontEntry {
  name: string
  part: string
}

export interface Project {
  name: string
  /** Milliseconds since 1970. */
  savedAt: number
  document: Document
  assets: readonly AssetEntry[]
  fonts: readonly FontEntry[]
}

export type ProjectError = 'not-a-project' | 'damaged' | 'newer' | 'too-large' | 'aborted'

/** Bytes under the hash that names them. */
export type Parts = ReadonlyMap<string, Blob>
