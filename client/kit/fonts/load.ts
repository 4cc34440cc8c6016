// Loads fonts on demand, with one request per family and weight. Callers share the request, so an abort by one caller
// doesn't stop the request.
import { createListeners } from '../base/listeners.ts'
import type { FontWeight } from './families.ts'
import { availableWeight, type Family, findFamily, fontUrl } from './family.ts'
import { findOwnFont } from './own/ownFonts.ts'

interface Pending {
  done: Promise<boolean>
  waiting: number
  stop(): void
}

const loaded = new Set<string>()
const pending = new Map<string, Pending>()
/** The failed fonts. `at`: time of the last request (`performance.now()`, ms). */
const missing = new Map<string, { family: Family; drawn: FontWeight; at: number }>()
const listeners = createListeners()

/** Returns the number of loaded faces. When this number grows, text in a fallback font must be painted again. */
export const loadedFonts = (): number => loaded.size

/** Calls `listener` whenever a face has loaded. Returns a function that removes the listener. */
export const onFontLoaded = listeners.subscribe

/**
 * Loads a font. Resolves with true when this family and weight can be measured and drawn, and with false for an unknown
 * family, after a failed request and after an abort. A later call tries again. Never rejects.
 */
export async function loadFont(name: string, weight: FontWeight, signal?: AbortSignal): Promise<boolean> {
  const family = findFamily(name)
  if (!family || signal?.aborted) return false
  const drawn = availableWeight(family, weight)
  const url = fontUrl(family, drawn)
  if (loaded.has(url)) return true

  const request = pending.get(url) ?? start(url, family, drawn)
  const succeeded = await wait(request, signal)
  if (succeeded !== false) return succeeded === true
  if (missing.size === 0) addEventListener('online', retryMissing)
  missing.set(url, { family, drawn, at: performance.now() })
  return false
}

export function isFontLoaded(name: string, weight: FontWeight): boolean {
  const family = findFamily(name)
  return family !== null && loaded.has(fontUrl(family, weight))
}

/** Minimum time between two requests for a failed font, ms. */
const RETRY_MS = 5000

/** Requests a failed font again, unless the last request is less than 5 s old. `onFontLoaded` reports success. */
export function retryFont(name: string, weight: FontWeight): void {
  const family = findFamily(name)
  const url = family && fontUrl(family, weight)
  const failure = url ? missing.get(url) : undefined
  if (url && failure && performance.now() - failure.at >= RETRY_MS) retryNow(url)
}

function retryMissing() {
  for (const url of missing.keys()) retryNow(url)
}

function retryNow(url: string) {
  const failure = missing.get(url)
  if (!failure || pending.has(url)) return
  failure.at = performance.now()
  void start(url, failure.family, failure.drawn).done // a success is passed to `listeners`, and a failure to `missing`
}

function start(url: string, family: Family, drawn: FontWeight): Pending {
  const abort = new AbortController()
  const forget = () => {
    if (pending.get(url) === request) pending.delete(url)
  }
  const request: Pending = {
    done: fetchFace(url, family, drawn, abort.signal).finally(forget),
    waiting: 0,
    stop() {
      abort.abort()
      forget() // removes the aborted request, so that the next caller starts a new one
    },
  }
  pending.set(url, request)
  return request
}

async function fetchFace(url: string, family: Family, drawn: FontWeight, signal: AbortSignal): Promise<boolean> {
  try {
    const bytes = await bytesOf(family, url, signal)
    if (!bytes) return false
    const weight = findOwnFont(family.id) ? family.weights.join(' ') : String(drawn)
    const face = new FontFace(family.name, bytes, { weight })
    await face.load()
    document.fonts.add(face)
    loaded.add(url)
    missing.delete(url)
    listeners.emit()
    return true
  } catch {
    return false // the device is offline, all callers have aborted, or the font data is invalid
  }
}

async function bytesOf({ id }: Family, url: string, signal: AbortSignal): Promise<ArrayBuffer | null> {
  const own = findOwnFont(id)
  if (own) return own.blob.arrayBuffer()
  const response = await fetch(url, { signal })
  return response.ok ? response.arrayBuffer() : null
}

/**
 * Returns the result of the shared request, or null if `signal` aborts first. The abort of the last caller stops the
 * download.
 */
function wait(request: Pending, signal: AbortSignal | undefined): Promise<boolean | null> {
  if (!signal) {
    request.waiting = Number.POSITIVE_INFINITY
    return request.done
  }
  request.waiting++
  return new Promise((resolve) => {
    const giveUp = () => {
      if (--request.waiting === 0) request.stop()
      resolve(null)
    }
    signal.addEventListener('abort', giveUp, { once: true })
    void request.done.then((succeeded) => {
      signal.removeEventListener('abort', giveUp)
      resolve(succeeded)
    })
  })
}
