// Fonts on demand: one request per family and weight, whoever asks; an aborted caller does not spoil it for the others.
import { err, ok, type Result } from '../base/result.ts'
import type { FontWeight } from './families.ts'
import { drawnWeight, type Family, findFamily, fontUrl } from './family.ts'
import { findOwnFont } from './own/ownFonts.ts'

export type FontError = 'font-failed' | 'aborted'

export interface LoadedFont {
  family: string
  /** The weight to ask for when drawing. */
  weight: FontWeight
  /** The family has no weight 700: the browser synthesises bold from 400. */
  isSyntheticBold: boolean
}

interface Pending {
  done: Promise<boolean>
  waiting: number
  stop(): void
}

const loaded = new Set<string>()
const pending = new Map<string, Pending>()
/** Failed fonts, and when each was last requested (`performance.now()`, ms). */
const missing = new Map<string, { family: Family; drawn: FontWeight; at: number }>()
const listeners = new Set<() => void>()
let count = 0

/** Number of loaded faces. When it grows, text that was drawn in a fallback font is painted again. */
export const loadedFonts = (): number => count

/** Notifies of every loaded face. */
export function onFontLoaded(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Resolves when text in this family and weight may be measured and drawn. A failure may be tried again. */
export async function loadFont(
  name: string,
  weight: FontWeight,
  signal?: AbortSignal,
): Promise<Result<LoadedFont, FontError>> {
  const family = findFamily(name)
  if (!family) return err('font-failed')
  if (signal?.aborted) return err('aborted')
  const drawn = drawnWeight(family, weight)
  const font: LoadedFont = { family: name, weight, isSyntheticBold: drawn !== weight }
  const url = fontUrl(family, drawn)
  if (loaded.has(url)) return ok(font)

  const request = pending.get(url) ?? start(url, family, drawn)
  const succeeded = await wait(request, signal)
  if (succeeded === null) return err('aborted')
  if (succeeded) return ok(font)
  retryWhenOnline(url, family, drawn)
  return err('font-failed')
}

/** True when it can be drawn without waiting. */
export function isFontLoaded(name: string, weight: FontWeight): boolean {
  const family = findFamily(name)
  return family !== null && loaded.has(fontUrl(family, weight))
}

/** Minimum pause before a failed font is requested again, ms. */
const RETRY_MS = 5000

/** Requests failed fonts again, except those requested just now. `onFontLoaded` reports success. */
export function retryFont(name: string, weight: FontWeight): void {
  const family = findFamily(name)
  const url = family && fontUrl(family, weight)
  const failure = url ? missing.get(url) : undefined
  if (url && failure && performance.now() - failure.at >= RETRY_MS) retryNow(url)
}

/** Retries when the device is online again. */
function retryWhenOnline(url: string, family: Family, drawn: FontWeight) {
  if (missing.size === 0) addEventListener('online', retryMissing)
  missing.set(url, { family, drawn, at: performance.now() })
}

function retryMissing() {
  for (const url of missing.keys()) retryNow(url)
}

function retryNow(url: string) {
  const failure = missing.get(url)
  if (!failure || pending.has(url)) return
  failure.at = performance.now()
  void start(url, failure.family, failure.drawn).done // its success is heard by the listeners, its failure is known
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
      forget() // at once: whoever asks next starts afresh
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
    count++
    for (const listener of [...listeners]) listener()
    return true
  } catch {
    return false // offline, aborted, or bytes that are no font: the caller hears it as a result
  }
}

async function bytesOf({ id }: Family, url: string, signal: AbortSignal): Promise<ArrayBuffer | null> {
  const own = findOwnFont(id)
  if (own) return own.blob.arrayBuffer()
  const response = await fetch(url, { signal })
  return response.ok ? response.arrayBuffer() : null
}

/** The result of the shared request, or null when `signal` aborts first. The last caller to abort stops the download. */
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
