import type { AssetId } from '#client/kit/values/ids.ts'
import type { Document } from '#client/model/document/document.ts'
import type { TemplateLayout } from '../template/templateLayout.ts'

/** Version of the format, incremented when the meaning of a project changes. Newer projects are rejected. */
export const PROJECT_VERSION = 1

/** The record of a stored asset. `part` is the SHA-256 of the stored bytes, hexadecimal. */
export type AssetEntry =
  /**
   * The user's original image file. `cut`: hash of the deflated coverage that removed its background. Size in px after
   * EXIF orientation.
   */
  | { kind: 'bitmap'; id: AssetId; part: string; width: number; height: number; cut: string | null }
  /** Coverage, one byte per px, row-major, deflated. */
  | { kind: 'matte'; id: AssetId; part: string; width: number; height: number }

/** A font of the user that the document uses. `part` is the SHA-256 of the file, hexadecimal. */
export interface FontEntry {
  name: string
  part: string
}

/** A project: a document with all data for restoring its pixels. The format is the same in IndexedDB and in a file. */
export interface Project {
  name: string
  /** ms since 1970. */
  savedAt: number
  document: Document
  assets: readonly AssetEntry[]
  fonts: readonly FontEntry[]
  /** True for a template, whose photo and matte are not among the assets. Stored projects use this older name. */
  isDesign?: true
  /**
   * The rules that adapt the layers of a template to a photo. If absent, layers keep their relative position and size.
   */
  layout?: TemplateLayout
}

/** The reasons why a project cannot be opened. */
export type ProjectError = 'not-a-project' | 'damaged' | 'newer' | 'too-large' | 'images-too-large' | 'aborted'

/** Bytes by their SHA-256. */
export type Parts = ReadonlyMap<string, Blob>
