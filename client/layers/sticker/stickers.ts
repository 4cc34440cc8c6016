/** The import of one's own images as stickers, as the tab sees it. */
export interface Stickers {
  /** The newest image wins. */
  add(file: File): Promise<void>
  cancel(): void
}
