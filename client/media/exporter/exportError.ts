/** Why an export made no file. */
export type ExportError =
  /** The document has no photo. */
  | 'no-image'
  /** Only the subject was asked for, and no pixel of it is visible. */
  | 'no-subject'
  /** The format or the browser cannot write a picture of that size, or the picture exceeds the export's pixel limit. */
  | 'too-large'
  /** The WebGL context was lost, or painting failed. */
  | 'context-lost'
  /** Memory ran out, or the encoder failed. */
  | 'encode-failed'
  /** The signal was aborted. */
  | 'aborted'

/** How a running export is aborted and observed. */
export interface ExportOptions {
  /** Ends the export with 'aborted'. */
  signal: AbortSignal
  /** Reports progress: 0 = started, 1 = encoded. The value never decreases. */
  onProgress?(fraction: number): void
}
