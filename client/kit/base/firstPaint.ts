/**
 * Returns the time since the prerendered picture of the page (client/app/prerender/prerender.tsx) was first painted,
 * ms. Null when the picture is not visible: after the app has replaced it, or during the build.
 */
export function timeSinceFirstPaint(): number | null {
  const picture = globalThis.document?.querySelector('.prerendered') // `document` is undefined while the build prerenders pages
  if (!picture?.checkVisibility({ visibilityProperty: true })) return null
  const [painted] = performance.getEntriesByName('first-contentful-paint')
  return painted ? performance.now() - painted.startTime : null
}
