/** What goes into an export and what comes out of it. */
export type ExportError = 'no-image' | 'context-lost' | 'encode-failed' | 'aborted'

export interface ExportOptions {
  signal: AbortSignal
  /** 0 … 1, never falling. */
  onProgress?(fraction: number): void
}
