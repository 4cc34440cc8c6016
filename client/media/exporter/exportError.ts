/** Why an export made no file. */
export type ExportError =
  /** The document has no photo. */
  | 'no-image'
  /** Only the subject was asked for, and no pixel of it is visible. */
  | 'no-subject'
  /** The format, or this browser, cannot hold a picture of that size. */
  | 'too-large'
  /** The GPU gave up while painting. */
  | 'context-lost'
  /** Out of memory, or the encoder refused. */
  | 'encode-failed'
  /** The signal was aborted. */
  | 'aborted'

export interface ExportOptions {
  /** Ends the export with 'aborted'. */
  signal: AbortSignal
  /** 0 = begun, 1 = encoded; never falling. */
  onProgress?(fraction: number): void
}
