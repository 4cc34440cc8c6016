/** Vite's test server hands out the project's folder; the models stand in it once `scripts/models/build.mjs` has run. */
export const MANIFEST = new URL('/build/models/manifest.json', location.href).href
