/** Types of the gifenc functions that the client calls, because the package has no types. */
declare module 'gifenc' {
  type Palette = number[][]
  interface Frame {
    /** If absent, the frame uses the palette of the first frame. */
    palette?: Palette
    /** Duration of the frame, ms. The encoder rounds it to 10 ms. */
    delay: number
  }
  export function GIFEncoder(): {
    writeFrame(indices: Uint8Array, width: number, height: number, frame: Frame): void
    finish(): void
    bytes(): Uint8Array<ArrayBuffer>
  }
  export function quantize(
    rgba: Uint8ClampedArray | Uint8Array,
    colors: number,
    options: { format: 'rgb444' | 'rgb565' },
  ): Palette
  export function applyPalette(rgba: Uint8ClampedArray | Uint8Array, palette: Palette): Uint8Array
}
