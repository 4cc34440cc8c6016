/**
 * Whether links that download lead nowhere: on iPhones and iPads that is so within other apps, and on the home screen the
 * file opens in place of the editor. Safari itself, and the browsers that stand in for it, name it.
 */
export function dropsDownloads({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean {
  // An iPad says that it is a Mac; no Mac has a screen for fingers.
  const isHandheld = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
  return isHandheld && !userAgent.includes('Safari/')
}
