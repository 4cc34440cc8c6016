/**
 * Returns true where links with `download` do not save files: on iPhones and iPads in in-app browsers (the links do
 * nothing) and in apps on the home screen (the file opens in place of the editor). Only Safari and other browsers have
 * "Safari/" in their user agent.
 */
export function dropsDownloads({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean {
  // An iPad reports itself as a Mac, but no Mac has a touch screen.
  const isHandheld = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
  return isHandheld && !userAgent.includes('Safari/')
}
