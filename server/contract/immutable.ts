/**
 * Returns true when a file's path (from '/') contains a hash of its content, so that it may be cached for ever: Vite's
 * hash under /assets, a folder of fonts or of a model, or a hash before the extension elsewhere.
 */
export const isImmutable = (path: string): boolean =>
  path.startsWith('/assets/') || /\/[0-9a-f]{12,64}\//.test(path) || /[.-][0-9a-f]{8,64}\.[a-z0-9]+$/.test(path)
