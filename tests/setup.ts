// Pixi reads `navigator` on import, and Node 20 has none. Tests of pure code need only the user agent.
globalThis.navigator ??= { userAgent: 'node' } as Navigator

// Node has no 2D context, so texts measure as empty, which suffices for tests of pure code.
globalThis.OffscreenCanvas ??= class {
  getContext() {
    return null
  }
} as unknown as typeof OffscreenCanvas

// Node has no window, so no media query matches.
globalThis.matchMedia ??= (() => ({ matches: false })) as unknown as typeof matchMedia
