// Pixi reads `navigator` while it is imported; Node 20 has none. Tests of pure code need no more than this.
globalThis.navigator ??= { userAgent: 'node' } as Navigator

// Node has no 2D context: texts then measure as empty, which is all that tests of pure code need.
globalThis.OffscreenCanvas ??= class {
  getContext() {
    return null
  }
} as unknown as typeof OffscreenCanvas

// Node has no window: no query about its size holds.
globalThis.matchMedia ??= (() => ({ matches: false })) as unknown as typeof matchMedia
