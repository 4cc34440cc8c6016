/** The interface of an export format. */
import type { NumberField, Values } from '#client/kit/base/fields.ts'
import type { Result } from '#client/kit/base/result.ts'
import { type Ability, can, resetCheck } from '#client/kit/base/self-checks/selfChecks.ts'
import type { PixelSource } from '../pixelSource.ts'

/** Options are numbers, such as a quality in percent; each is one slider of the export dialog. */
type OptionFields = { readonly [name: string]: NumberField }

/** One export format: its name, options, limits and encoder. */
export interface ExportFormat<Id extends string = string, O extends OptionFields = OptionFields> {
  /** Names the format in settings; lower case, unique in the registry. */
  readonly id: Id
  /** The format's proper name, the same in every language. */
  readonly label: string
  /** Extension of file names, without the dot. */
  readonly extension: string
  readonly mimeType: string
  /**
   * Formats that declare the same field under the same name share its value, so `quality` survives a change of format.
   */
  readonly options: O
  /** False: the picture is composited over the background colour of the settings before it is encoded. */
  readonly keepsAlpha: boolean
  /** The file contains the layers; `source.layers` lists them. Absent = it contains the merged picture alone. */
  readonly isLayered?: true
  /** The file keeps the photo's gain map (`source.photoData`). Absent = it keeps none. */
  readonly keepsGainMap?: true
  /** The longest side that the format can record, px. */
  readonly maxSide: number
  /** The browser abilities that the format needs. The export is refused when one of them fails its self-check. */
  readonly needs: readonly Ability[]
  /** Resolves with true when this browser can write the format. Never rejects. Absent = every browser can. */
  isSupported?(): Promise<boolean>
  /**
   * Encodes `source`, whose alpha is straight, with the profile of `source.colorSpace`. `source.opaque` is true
   * whenever `keepsAlpha` is false. Fails with 'aborted', 'context-lost', 'encode-failed' or 'too-large'.
   * Implementations import their encoder here, when it is first needed.
   * @throws when the encoder's script cannot be loaded
   */
  encode(source: PixelSource, values: Values<O>, options: ExportOptions): Promise<Result<EncodedPicture, ExportError>>
}

/** The result of `ExportFormat.encode`. */
export interface EncodedPicture {
  /** The encoded file, of the format's `mimeType`. */
  file: Blob
  /**
   * True when the file size is proportional to the number of rows, so that a sample predicts the size of the whole
   * picture. False when fixed costs dominate, for example those of a palette.
   */
  scalesWithHeight: boolean
}

/** Returns `format` unchanged; checks its type and keeps its id and options as literal types. */
export const defineFormat = <const Id extends string, O extends OptionFields>(
  format: ExportFormat<Id, O>,
): ExportFormat<Id, O> => format

/**
 * Returns true when a file of this format would contain exactly the painted pixels. Fingerprinting protection alters
 * the pixels that a page reads back. Users can toggle it while the page is open, so the check runs again for every
 * file.
 */
export async function canEncodeExactly({ needs }: Pick<ExportFormat, 'needs'>): Promise<boolean> {
  for (const ability of needs) {
    resetCheck(ability)
    if (!(await can(ability))) return false
  }
  return true
}

/** The reason why an export failed. */
export type ExportError =
  /** The document has no photo. */
  | 'no-image'
  /** The export contains only the subject, and no pixel of the subject is visible. */
  | 'no-subject'
  /** The format or the browser cannot write a picture of that size, or the picture exceeds the export's pixel limit. */
  | 'too-large'
  /** The WebGL context was lost, or painting failed. */
  | 'context-lost'
  /** Memory ran out, or the encoder failed. */
  | 'encode-failed'
  /** The signal was aborted. */
  | 'aborted'

/** Aborts and observes a running export. */
export interface ExportOptions {
  /** Ends the export with 'aborted'. */
  signal: AbortSignal
  /** Reports progress: 0 = started, 1 = encoded. The value never decreases. `detail`: the current step, translated. */
  onProgress?(fraction: number, detail?: string): void
}
