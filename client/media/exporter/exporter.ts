/** What goes into an export and what comes out of it. */
export type ExportError =
  | 'no-image'
  /** Only the subject was asked for, and there is none to be seen. */
  | 'no-subject'
  /** The format, or this browser, knows no picture of that size. */
  | 'too-large'
  | 'context-lost'
  | 'encode-failed'
  | 'aborted'

export interface ExportOptions {
  signal: AbortSignal
  /** 0 … 1, never falling. */
  onProgress?(fraction: number): void
}
