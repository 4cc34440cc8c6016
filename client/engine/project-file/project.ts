import type { AssetId } from '#client/kit/values/ids.ts'
import type { Document } from '#client/model/document/document.ts'
import type { TemplateLayout } from '../template/templateLayout.ts'

/**
 * Version of the format. Must be incremented when the meaning of a project changes. Projects with a higher version are
 * rejected.
 */
export const PROJECT_VERSION = 1

/** Maximum size of a project file in bytes. A photo may have 256 MiB, and a project contains several images. */
export const MAX_FILE_BYTES = 600e6

/** Maximum length of the name that the user sets, UTF-16 code units. */
export const MAX_NAME_LENGTH = 80

/** The record of a stored asset. `part`: SHA-256 of the stored bytes, hexadecimal. */
export type AssetEntry =
  /**
   * One of the user's image files, not re-encoded. `cut`: hash of the deflated coverage that has removed its
   * background. Width and height are px after applying the EXIF orientation.
   */
  | { kind: 'bitmap'; id: AssetId; part: string; width: number; height: number; cut: string | null }
  /** Coverage: one byte per px, row-major, deflated. */
  | { kind: 'matte'; id: AssetId; part: string; width: number; height: number }

/** One of the user's fonts that the document uses. `part`: SHA-256 of the font file, hexadecimal. */
export interface FontEntry {
  name: string
  part: string
}

/**
 * A project: a document with everything that is needed to restore its pixels. The format is the same in IndexedDB and
 * in files.
 */
export interface Project {
  name: string
  /** The name that the user has set. If absent or empty, the project has the photo's name. */
  ownName?: string
  /** Time of saving, ms since 1970. */
  savedAt: number
  document: Document
  assets: readonly AssetEntry[]
  fonts: readonly FontEntry[]
  /**
   * True for a template, which contains neither photo nor matte. The name "design" is an older term that stored
   * projects contain.
   */
  isDesign?: true
  /**
   * Rules that adapt the template's layers to a photo. If absent, layers have the same relative position and size as in
   * the template.
   */
  layout?: TemplateLayout
}

/** Why a project can't be opened. */
export type ProjectError = 'not-a-project' | 'damaged' | 'newer' | 'too-large' | 'images-too-large' | 'aborted'

/** Bytes by their SHA-256 hash. */
export type Parts = ReadonlyMap<string, Blob>
