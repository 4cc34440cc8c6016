// Pixi reads `navigator` on import. Tests of pure code in Node need only its user agent.
globalThis.navigator ??= { userAgent: 'node' } as Navigator

// Node has no 2D context. Text therefore has no size, which is enough for tests of pure code.
globalThis.OffscreenCanvas ??= class {
  getContext() {
    return null
  }
} as unknown as typeof OffscreenCanvas

// Node has no window, so no media query matches.
globalThis.matchMedia ??= (() => ({ matches: false })) as unknown as typeof matchMedia
