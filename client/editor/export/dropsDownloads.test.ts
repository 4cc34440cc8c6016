import { expect, it } from 'vitest'
import { dropsDownloads } from './browserDeliveryTargets.ts'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'

it.each([
  ['Safari on an iPhone', `${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`, 5, false],
  ['Chrome on an iPhone', `${IPHONE} CriOS/137.0.7151.79 Mobile/15E148 Safari/604.1`, 5, false],
  ['an app on an iPhone', `${IPHONE} Mobile/15E148 Instagram 382.0.0.21.84`, 5, true],
  ['the home screen of an iPad', `${MAC} Mobile/15E148`, 5, true],
  ['Safari on an iPad', `${MAC} Version/18.5 Safari/605.1.15`, 5, false],
  ['Safari on a Mac', `${MAC} Version/18.5 Safari/605.1.15`, 0, false],
  ['an app on a Mac', MAC, 0, false],
  ['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 0, false],
])('detects whether the browser drops downloads: %s', (_, userAgent, maxTouchPoints, drops) => {
  expect(dropsDownloads({ userAgent, maxTouchPoints })).toBe(drops)
})
