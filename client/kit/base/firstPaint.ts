/**
 * For how long the first picture of the page's address (client/app/prerender/prerender.tsx) has been seen by now, ms; null once the app
 * has taken its place, and where nobody sees one.
 */
export function timeSinceFirstPaint(): number | null {
  const picture = globalThis.document?.querySelector('.prerendered') // the build draws its pictures without a document
  if (!picture?.checkVisibility({ visibilityProperty: true })) return null
  const [painted] = performance.getEntriesByName('first-contentful-paint')
  return painted ? performance.now() - painted.startTime : null
}
