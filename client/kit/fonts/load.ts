// Loads fonts on demand, with one request per file. Callers share the request, so an abort by one caller doesn't stop
// the request.
import { createListeners } from '../async/listeners.ts'
import { isHyphenationLoaded, loadHyphenation } from '../i18n/hyphenation.ts'
import { DEFAULT_FAMILY, type FontWeight } from './families.ts'
import { type FontFile, filesFor } from './family.ts'
import { findOwnFont } from './own/ownFonts.ts'

interface Pending {
  done: Promise<boolean>
  waiting: number
  stop(): void
}

const loaded = new Set<string>()
const pending = new Map<string, Pending>()
/** The files that failed to load. `at`: time of the last request (`performance.now()`, ms). */
const missing = new Map<string, { file: FontFile; at: number }>()
const listeners = createListeners()

/** Returns the number of loaded files. When this number grows, text in a fallback font must be painted again. */
export const loadedFonts = (): number => loaded.size

/** Calls `listener` whenever a file has loaded. Returns a function that removes the listener. */
export const onFontLoaded = listeners.subscribe

/**
 * Loads the files that are needed to draw `text` in this family and weight, by default the files for Latin letters.
 * Also loads the hyphenation patterns for the long words. Resolves with true when the text can be measured and drawn,
 * and with false for an unknown family (whose text the default family draws), after a failed request and after an
 * abort. A later call tries again. Text in an imported font can be drawn without the default family's files, so the
 * result doesn't depend on them. Never rejects.
 */
export async function loadFont(name: string, weight: FontWeight, text = '', signal?: AbortSignal): Promise<boolean> {
  const files = filesFor(name, weight, text)
  if (signal?.aborted) return false
  if (!files) {
    // the default family replaces an unknown family
    if (name !== DEFAULT_FAMILY) await loadFont(DEFAULT_FAMILY, weight, text, signal)
    return false
  }
  const [, ...results] = await Promise.all([loadPatterns(text), ...files.map((file) => loadFile(file, signal))])
  return !signal?.aborted && files.every(({ isSpare }, i) => isSpare || results[i])
}

async function loadPatterns(text: string): Promise<void> {
  if (isHyphenationLoaded(text)) return
  await loadHyphenation(text)
  loaded.add(`hyphenation of ${text}`) // adds a key, because text is laid out again when `loadedFonts` grows
  listeners.emit()
}

async function loadFile(file: FontFile, signal: AbortSignal | undefined): Promise<boolean> {
  const { key } = file
  if (loaded.has(key)) return true
  const succeeded = await wait(pending.get(key) ?? start(file), signal)
  if (succeeded !== false) return succeeded === true
  if (missing.size === 0) addEventListener('online', retryMissing)
  missing.set(key, { file, at: performance.now() })
  return false
}

/** Returns true if `text` can be measured and drawn. For an imported font, only the font's own file must be loaded. */
export const isFontLoaded = (name: string, weight: FontWeight, text = ''): boolean =>
  isHyphenationLoaded(text) &&
  (filesFor(name, weight, text)?.every(({ key, isSpare }) => isSpare || loaded.has(key)) ?? false)

/**
 * Returns the number of loaded files with letters of `text`, or null if the family is unknown. While the number is the
 * same, the text has the same size.
 */
export const loadedFilesOf = (name: string, weight: FontWeight, text: string): number | null =>
  filesFor(name, weight, text)?.filter(({ key }) => loaded.has(key)).length ?? null

/** Returns true if `loadFont` has no file to load: for an imported font, the default family's files are loaded too. */
export const isFontComplete = (name: string, weight: FontWeight, text: string): boolean =>
  isHyphenationLoaded(text) && (filesFor(name, weight, text)?.every(({ key }) => loaded.has(key)) ?? false)

/** Minimum time between two requests for a failed file, ms. */
const RETRY_MS = 5000

/**
 * Requests the missing files for `text`, without waiting for them: files that were never requested, and files whose
 * last request is at least 5 s old. `onFontLoaded` reports success.
 */
export function retryFont(name: string, weight: FontWeight, text = ''): void {
  for (const file of filesFor(name, weight, text) ?? filesFor(DEFAULT_FAMILY, weight, text) ?? []) {
    const failure = missing.get(file.key)
    if (!failure)
      void loadFile(file, undefined) // never rejects
    else if (performance.now() - failure.at >= RETRY_MS) retryNow(file.key)
  }
}

function retryMissing() {
  for (const key of missing.keys()) retryNow(key)
}

function retryNow(key: string) {
  const failure = missing.get(key)
  if (!failure || pending.has(key)) return
  failure.at = performance.now()
  void start(failure.file).done // a success is passed to `listeners`, and a failure to `missing`
}

function start(file: FontFile): Pending {
  const { key } = file
  const abort = new AbortController()
  const forget = () => {
    if (pending.get(key) === request) pending.delete(key)
  }
  const request: Pending = {
    done: fetchFace(file, abort.signal).finally(forget),
    waiting: 0,
    stop() {
      abort.abort()
      forget() // removes the aborted request, so that the next caller starts a new one
    },
  }
  pending.set(key, request)
  return request
}

async function fetchFace({ key, family, weight, range }: FontFile, signal: AbortSignal): Promise<boolean> {
  try {
    const bytes = await bytesOf(key, signal)
    if (!bytes) return false
    const face = new FontFace(family.name, bytes, { weight, unicodeRange: range })
    await face.load()
    document.fonts.add(face)
    loaded.add(key)
    missing.delete(key)
    listeners.emit()
    return true
  } catch {
    return false // the device is offline, all callers have aborted, or the font data is invalid
  }
}

async function bytesOf(key: string, signal: AbortSignal): Promise<ArrayBuffer | null> {
  const own = findOwnFont(key)
  if (own) return own.blob.arrayBuffer()
  const response = await fetch(key, { signal })
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
