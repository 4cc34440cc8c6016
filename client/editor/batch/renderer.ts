import type { Result } from '../../kit/base/result.ts'
import type { ExportSettings } from '../../media/exporter/exportSettings.ts'
import type { Coverage } from '../../model/assets/store.ts'
import type { KnownSubject } from '../automation/photoRenderer.ts'
import type { SubjectState } from '../flows/openPhoto.ts'
import type { BatchQueue } from '../storage/batchStore.ts'

/** A photo with what is known of its subject; null = it was not separated yet. */
export interface BatchPhoto {
  id: string
  file: File
  known: KnownSubject | null
}

/** A photo under the design. */
export interface Previewed {
  /** The picture, small, as a data URL. */
  thumbnail: string
  subject: SubjectState
  matte: (Coverage & { model: string }) | null
}

/**
 * Separates photos, lays the design over them and paints them, one at a time. Errors are codes of an import, a separation
 * or an export; 'picture-too-large' and 'photo-too-large' tell apart what both call 'too-large'.
 */
export interface BatchRenderer {
  /** Resolves with false when the design cannot be read. `file`: its project file, unless it is one of ours. */
  openDesign(design: NonNullable<BatchQueue['design']>, file: Blob | null): Promise<boolean>
  /** Separates the photo, unless its subject is known, and paints it under the design. */
  preview(photo: BatchPhoto, signal: AbortSignal): Promise<Result<Previewed, string>>
  /** Resolves with the file that the export dialog of the editor would make of the photo with the design. */
  picture(photo: BatchPhoto, settings: ExportSettings, signal: AbortSignal): Promise<Result<Blob, string>>
  /** Resolves with the photo and the design as a project file. */
  project(photo: BatchPhoto, signal: AbortSignal): Promise<Result<Blob, string>>
  dispose(): void
}
