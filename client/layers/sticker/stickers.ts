/** The flow that imports images as stickers, as the tab uses it. */
export interface Stickers {
  /** The newest image wins. */
  add(file: File): Promise<void>
  cancel(): void
}
