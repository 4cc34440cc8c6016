import type { Ability } from '#client/kit/browser/self-checks/selfChecks.ts'
import type { NumberField, Values } from '#client/kit/values/fields.ts'
import type { Result } from '#client/kit/values/result.ts'
import type { PixelSource } from '../pixelSource.ts'

/**
 * Fields of a format's options. All options are numbers, such as a quality in percent. The export dialog shows a slider
 * for each option.
 */
type OptionFields = { readonly [name: string]: NumberField }

/** One export format: its name, options, limits and encoder. */
export interface ExportFormat<Id extends string = string, O extends OptionFields = OptionFields> {
  /** Name of the format in settings, in lower case. Unique in the registry. */
  readonly id: Id
  /** The format's proper name, which is the same in every language. */
  readonly label: string
  /** Extension of file names, without the dot. */
  readonly extension: string
  readonly mimeType: string
  /**
   * The format's settings. Formats share the values of fields with equal names. These values don't change when the user
   * selects another format.
   */
  readonly options: O
  /** False: before encoding, the image is composited over the background color of the settings. */
  readonly keepsAlpha: boolean
  /** If true, the file contains the layers of `source.layers`. Absent = the file contains only the merged image. */
  readonly isLayered?: true
  /** If true, the file contains the photo's gain map (`source.photoData`). Absent = it doesn't. */
  readonly keepsGainMap?: true
  /** If true, the file contains the photo's details (`source.photoData`). Absent = it doesn't. */
  readonly keepsDetails?: true
  /** Maximum side that the format can store, px. */
  readonly maxSide: number
  /** The browser abilities that the format needs. If an ability fails its self-check, the export is rejected. */
  readonly needs: readonly Ability[]
  /**
   * Resolves with true if this browser can write the format. Never rejects. If absent, every browser can write the
   * format.
   */
  isSupported?(): Promise<boolean>
  /**
   * Encodes `source` (straight alpha) with the profile of `source.colorSpace`. `source.opaque` is true whenever
   * `keepsAlpha` is false. Fails with 'aborted', 'context-lost', 'encode-failed' or 'too-large'. Implementations import
   * their encoder in this function, so that it is loaded on first use.
   * @throws when the encoder's script cannot be loaded
   */
  encode(source: PixelSource, values: Values<O>, options: ExportOptions): Promise<Result<EncodedPicture, ExportError>>
}

export interface EncodedPicture {
  /** The encoded file, of the format's `mimeType`. */
  file: Blob
  /**
   * True if the file size is proportional to the number of rows. A sample then predicts the size of the whole file.
   * False if fixed costs dominate, such as the size of a palette.
   */
  scalesWithHeight: boolean
}

/** Returns `format` unchanged. Checks the format's type and preserves the literal types of its id and options. */
export const defineFormat = <const Id extends string, O extends OptionFields>(
  format: ExportFormat<Id, O>,
): ExportFormat<Id, O> => format

export type ExportError =
  /** The document has no photo. */
  | 'no-image'
  /** The file would contain only the subject, but no pixel of the subject is visible. */
  | 'no-subject'
  /** The image is too large for the format, the browser, or the export's pixel limit. */
  | 'too-large'
  /** The browser has no encoder for this file. */
  | 'no-encoder'
  /** The WebGL context was lost, or painting failed. */
  | 'context-lost'
  /** Memory ran out, or the encoder failed. */
  | 'encode-failed'
  /** The signal was aborted. */
  | 'aborted'

export interface ExportOptions {
  /** Stops the export with 'aborted'. */
  signal: AbortSignal
  /** Reports the progress, which never decreases: 0 = started, 1 = encoded. `detail`: the current step, translated. */
  onProgress?(fraction: number, detail?: string): void
}
