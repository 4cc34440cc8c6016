/**
 * Declares the constants and modules that the build provides. Also declares types for packages without types, but only
 * for the calls that the client makes.
 */

/** True in builds made with TEST_HOOKS=1. */
declare const __TEST_HOOKS__: boolean
/** The precache manifest of the service worker. */
declare const __RELEASE__: import('./offline/release.ts').Release

declare module 'hyphen' {
  type Patterns = object
  /** Returns a function that inserts `hyphenChar` at the places in text where words may be divided. */
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

/** A compiled AssemblyScript module, see scripts/vite/assemblyScript.ts. */
declare module '*?wasm' {
  const bytes: Uint8Array<ArrayBuffer>
  export default bytes
}

/** A compiled AssemblyScript module that imports its memory as `env.memory`. */
declare module '*?wasm&imports-memory' {
  const bytes: Uint8Array<ArrayBuffer>
  export default bytes
}
declare module '*?wasm&imports-shared-memory' {
  const bytes: Uint8Array<ArrayBuffer>
  export default bytes
}
