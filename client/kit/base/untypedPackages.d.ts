/** Types of the packages that have no types of their own, for the calls that the client makes. */

declare module 'hyphen' {
  type Patterns = object
  /** Returns a function that puts `hyphenChar` at the places in text where words may be divided. */
  export default function createHyphenator(
    patterns: Patterns,
    options: { hyphenChar: string; minWordLength: number },
  ): (text: string) => string
}

declare module 'hyphen/patterns/*.js' {
  const patterns: object
  export default patterns
}

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
