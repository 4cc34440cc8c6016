import type { AssetId } from '#client/kit/base/ids.ts'
import type { Document } from '#client/model/document/document.ts'
import type { TemplateLayout } from './templateLayout.ts'

/** Version of the format, incremented when the meaning of a project changes. Newer projects are rejected. */
export const PROJECT_VERSION = 1

/** The record of a stored asset. `part` is the SHA-256 of the stored bytes, hexadecimal. */
export type AssetEntry =
  /**
   * The original image file of the user, and the hash of the deflated coverage with which its background was removed.
   * Size in px after EXIF orientation.
   */
  | { kind: 'bitmap'; id: AssetId; part: string; width: number; height: number; cut: string | null }
  /** Coverage, one byte per px, row-major, deflated. */
  | { kind: 'matte'; id: AssetId; part: string; width: number; height: number }

/** A font of the user that the document uses. `part` is the SHA-256 of the file, hexadecimal. */
export interface FontEntry {
  name: string
  part: string
}

/** A project: a document and all data to restore its pixels. The format is the same in IndexedDB and in a file. */
export interface Project {
  name: string
  /** ms since 1970. */
  savedAt: number
  document: Document
  assets: readonly AssetEntry[]
  fonts: readonly FontEntry[]
  /**
   * The project is a template: neither its photo nor its matte are among the assets. Stored projects have this field
   * name.
   */
  isDesign?: true
  /** The rules by which the layers of a template adapt to a photo; absent = they keep their relative place and size. */
  layout?: TemplateLayout
}

/** The reasons why a project cannot be opened. */
export type ProjectError = 'not-a-project' | 'damaged' | 'newer' | 'too-large' | 'images-too-large' | 'aborted'

/** Bytes by their SHA-256. */
export type Parts = ReadonlyMap<string, Blob>
