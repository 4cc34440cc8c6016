// Pixi reads `navigator` while it is imported; Node 20 has none. Tests of pure code need no more than this.
globalThis.navigator ??= { userAgent: 'node' } as Navigator
