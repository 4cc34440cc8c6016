/** Serves the built files for GET and HEAD requests, and the app's page for unknown paths. */
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { Context } from 'hono'
import { parseAccept } from 'hono/utils/accept'
import { isImmutable, WORKER_PATH } from '#server/contract/pages/addresses.ts'
import { BARE_PAGE, PAGES } from '#server/contract/pages/guard.ts'
import { HEIC_SANDBOX_PATH } from '#server/contract/pages/heicSandbox.ts'
import type { AppEnv } from '#server/http/env.ts'
import type { HeaderSets, Headers } from '#server/http/headers.ts'
import type { StaticFile, StaticFiles } from './files.ts'

const YEAR = 'public, max-age=31536000, immutable'
/**
 * Cache-Control of files without a content hash, such as fonts and models: a day, then revalidated in the background.
 */
const DAY = 'public, max-age=86400, stale-while-revalidate=604800'
/**
 * Cache-Control of the HEIC sandbox, whose URL has the revision. Offline, the browser's HTTP cache serves the sandbox,
 * because a service worker can't.
 */
const MONTH = 'private, max-age=2592000'
const PAGE_FILES = new Set([BARE_PAGE, ...Object.values(PAGES)])

export type Serve = (c: Context<AppEnv>) => Response | Promise<Response>

/** Finds a file in all versions that some server serves. Returns null if no version has the file. */
export type FindShared = (path: string) => Promise<StaticFile | null>

/**
 * Returns the handler of static files. It serves the app's page for unknown paths, but returns 404 for paths with
 * an extension and paths under /api/. `findShared` finds files of other versions.
 */
export function staticServer(files: StaticFiles, sets: HeaderSets, findShared: FindShared | null = null): Serve {
  const ready = new Map<string, Ready>()
  for (const file of files.values()) ready.set(file.path, prepare(file, sets))
  const bare = ready.get(BARE_PAGE)
  return (c) => {
    const { path } = c.req
    const found = ready.get(path)
    if (found && !PAGE_FILES.has(path)) return answer(c, found)
    if (findShared && isImmutable(path)) return answerShared(c, findShared, sets)
    // HTML must not replace a missing script; pages of the app have no extension
    if (path.startsWith('/api/') || /\.[a-z0-9]{1,11}$/i.test(path) || !bare) return c.notFound()
    return answer(c, ready.get(PAGES[path] ?? BARE_PAGE) ?? bare)
  }
}

async function answerShared(c: Context<AppEnv>, find: FindShared, sets: HeaderSets): Promise<Response> {
  const file = await find(c.req.path)
  return file ? answer(c, prepare(file, sets)) : c.notFound()
}

interface Ready {
  readonly file: StaticFile
  readonly plain: Record<string, string>
  /** The compressed contents, best first. */
  readonly encodings: readonly {
    readonly coding: string
    readonly bytes: Uint8Array
    readonly headers: Record<string, string>
  }[]
}

const CODINGS = [
  ['br', 'brotli'],
  ['gzip', 'gzip'],
] as const

/** Scripts of the workers whose WebAssembly starts threads. */
const THREADED_SCRIPT = /\/(?:segmentation|networks)\.worker-[^/]*\.js$/

function prepare(file: StaticFile, sets: HeaderSets): Ready {
  const base: Record<string, string> = {
    ...Object.fromEntries(headersOf(file.path, sets)),
    'Content-Type': file.type,
    'Cache-Control': cacheControl(file),
    ETag: file.etag,
  }
  if (file.brotli || file.gzip) base.Vary = 'Accept-Encoding'
  else base['Accept-Ranges'] = 'bytes'
  const withLength = (bytes: number) => ({ ...base, 'Content-Length': String(bytes) })
  const encodings = CODINGS.flatMap(([coding, key]) => {
    const bytes = file[key]
    return bytes ? [{ coding, bytes, headers: { ...withLength(bytes.byteLength), 'Content-Encoding': coding } }] : []
  })
  return { file, plain: withLength(file.size), encodings }
}

function headersOf(path: string, sets: HeaderSets): Headers {
  if (path === HEIC_SANDBOX_PATH) return sets.heicSandbox
  return THREADED_SCRIPT.test(path) ? sets.threadedWorker : sets.page
}

function cacheControl({ path, immutable }: StaticFile): string {
  if (path === HEIC_SANDBOX_PATH) return MONTH
  if (path.endsWith('.html')) return 'no-store'
  // browsers must always load the newest service worker, because it installs the next version
  if (path === WORKER_PATH) return 'no-cache'
  return immutable ? YEAR : DAY
}

function answer(c: Context<AppEnv>, { file, plain, encodings }: Ready): Response {
  if (isKnown(c.req.header('if-none-match'), file.etag))
    return new Response(null, { status: 304, headers: withoutBody(plain) })
  const isHead = c.req.method === 'HEAD'
  const accepted = parseAccept(c.req.header('accept-encoding') ?? '')
  const encoded = encodings.find(({ coding }) => accepted.some(({ type, q }) => type === coding && q > 0))
  if (encoded) return new Response(isHead ? null : toBody(encoded.bytes), { status: 200, headers: encoded.headers })
  const range =
    'Accept-Ranges' in plain ? parseRange(c.req.header('range'), c.req.header('if-range'), file.size, file.etag) : null
  if (range === 'unsatisfiable')
    return new Response(null, {
      status: 416,
      headers: { ...withoutBody(plain), 'Content-Range': `bytes */${file.size}` },
    })
  return range
    ? sendPart(isHead, file, range, plain)
    : new Response(isHead ? null : wholeBody(file), { status: 200, headers: plain })
}

function sendPart(
  isHead: boolean,
  file: StaticFile,
  { start, end }: ByteRange,
  plain: Record<string, string>,
): Response {
  const headers = {
    ...plain,
    'Content-Range': `bytes ${start}-${end}/${file.size}`,
    'Content-Length': String(end - start + 1),
  }
  const part = () =>
    file.content instanceof Uint8Array
      ? toBody(file.content.subarray(start, end + 1))
      : stream(file.content.file, { start, end })
  return new Response(isHead ? null : part(), { status: 206, headers })
}

const wholeBody = (file: StaticFile): BodyInit =>
  file.content instanceof Uint8Array ? toBody(file.content) : stream(file.content.file)

/** Casts to the type that excludes shared buffers. These buffers are never shared. */
const toBody = (bytes: Uint8Array): BodyInit => bytes as Uint8Array<ArrayBuffer>

/** Size of a streamed piece, in bytes. Each piece costs about the same time at any size. */
const PIECE_BYTES = 1024 * 1024

const stream = (file: string, range?: ByteRange): BodyInit =>
  Readable.toWeb(createReadStream(file, { ...range, highWaterMark: PIECE_BYTES })) as ReadableStream<
    Uint8Array<ArrayBuffer>
  >

function withoutBody(headers: Record<string, string>): Record<string, string> {
  const { 'Content-Length': _length, 'Content-Type': _type, ...rest } = headers
  return rest
}

/** Returns true if If-None-Match has the tag. Compares weakly: contents with the same tag differ only in encoding. */
function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  const tags = header.match(/(?:W\/)?"[^"]*"/g) ?? []
  return header.trim() === '*' || tags.map(withoutWeakness).includes(withoutWeakness(etag))
}

const withoutWeakness = (tag: string): string => tag.replace(/^W\//, '')

/** A byte range (RFC 9110 §14). A request for several ranges gets the whole file. */
interface ByteRange {
  readonly start: number
  /** Index of the last byte. */
  readonly end: number
}

/** Returns the range, or null to send the whole file (invalid header, outdated If-Range), or 'unsatisfiable' (416). */
function parseRange(
  header: string | undefined,
  ifRange: string | undefined,
  size: number,
  etag: string,
): ByteRange | 'unsatisfiable' | null {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  if (!found || (ifRange !== undefined && ifRange !== etag)) return null
  const [, first = '', last = ''] = found
  if (first === '' && last === '') return null
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (start >= size || (first === '' && Number(last) === 0)) return 'unsatisfiable'
  return start > end ? null : { start, end }
}
