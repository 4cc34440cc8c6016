/** The built client as a map from path to bytes. The server never opens a file at the path of a request. */
import { hash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { getMimeType } from 'hono/utils/mime'
import { BRAND_NAME, isImmutable } from '#server/contract/pages/addresses.ts'
import { BARE_PAGE } from '#server/contract/pages/guard.ts'
import { codeOf, OperatorError } from '#server/db/failure.ts'
import { namesBrand, renameBrand } from './pages.ts'
import { isCompressible } from './precompress.ts'

/** A built file on disk or in a single executable. */
export interface SourceFile {
  /** Path in the URL, for example '/assets/main-1a2b3c4d.js'. */
  readonly path: string
  /** Uncompressed size in bytes. */
  readonly size: number
  /** The bytes or, for a large file, its path on disk. */
  readonly content: Uint8Array | { readonly file: string }
}

export interface StaticFile extends SourceFile {
  /** Value of the header Content-Type. */
  readonly type: string
  readonly etag: string
  /** true: its name contains a content hash, so browsers may cache it forever */
  readonly immutable: boolean
  /** Content compressed by Brotli, or null if the file is sent uncompressed. */
  readonly brotli: Uint8Array | null
  /** Content compressed by gzip, or null if the file is sent uncompressed. */
  readonly gzip: Uint8Array | null
}

/** All served files by their path. */
export type StaticFiles = ReadonlyMap<string, StaticFile>

/**
 * Maximum size of files that are served from memory. Larger files, such as models, are streamed, which costs 20 times
 * as much.
 */
const MEMORY_LIMIT_BYTES = 2.5 * 1024 * 1024
/** Files that are streamed from disk: thousands of emoji, rarely requested and cached by browsers. */
const ON_DISK = /^\/emoji\/.+\.svg$/
/** Maximum size of files that are hashed. Hashing larger files would delay the start. */
const HASH_LIMIT_BYTES = 2 * 1024 * 1024

/** Yields the build's files with their compressed copies `x.js.br` and `x.js.gz`. */
export function* readFolder(folder: string): Generator<SourceFile> {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const { size } = statSync(file)
    const path = `/${relative(folder, file).split(sep).join('/')}`
    yield { path, size, content: size > MEMORY_LIMIT_BYTES || ON_DISK.test(path) ? { file } : readFileSync(file) }
  }
}

/** Reads the built client from CLIENT_DIR. @throws {OperatorError} if it can't be read or has no index.html */
export function readClientFolder(folder: string): SourceFile[] {
  try {
    const files = [...readFolder(folder)]
    if (files.some(({ path }) => path === BARE_PAGE)) return files
  } catch (cause) {
    const code = codeOf(cause)
    const why = code === 'ENOENT' ? 'does not exist' : code === 'ENOTDIR' ? 'is a file' : `cannot be read (${code})`
    throw new OperatorError(`CLIENT_DIR: ${folder} ${why}.`, { cause })
  }
  throw new OperatorError(`CLIENT_DIR: ${folder} holds no built client, for it has no index.html.`)
}

/** Returns the served files by path. `x.br` and `x.gz` become encodings of `x`. `brandName` replaces our name. */
export function indexFiles(sources: Iterable<SourceFile>, brandName: string): StaticFiles {
  const byPath = new Map([...sources].map((source) => [source.path, source]))
  const bytesOf = (path: string): Uint8Array | null => {
    const content = byPath.get(path)?.content
    return content instanceof Uint8Array ? content : null
  }
  const files = new Map<string, StaticFile>()
  for (const source of byPath.values()) {
    const { path } = source
    if (isEncodingOf(path, byPath)) continue
    const isRenamed = brandName !== BRAND_NAME && source.content instanceof Uint8Array && namesBrand(path)
    const content = isRenamed ? renameBrand(path, source.content, brandName) : source.content
    files.set(path, {
      path,
      type: getMimeType(path) ?? 'application/octet-stream',
      size: content instanceof Uint8Array ? content.byteLength : source.size,
      etag: etagOf(path, content, source.size),
      immutable: isImmutable(path),
      content,
      brotli: isRenamed || !isCompressible(path) ? null : bytesOf(`${path}.br`),
      gzip: isRenamed || !isCompressible(path) ? null : bytesOf(`${path}.gz`),
    })
  }
  return files
}

const isEncodingOf = (path: string, all: ReadonlyMap<string, SourceFile>): boolean =>
  /\.(br|gz)$/.test(path) && all.has(path.replace(/\.(br|gz)$/, ''))

/** Returns the entity tag, weak if encodings share it (RFC 9110 §8.8.3). Large files are tagged by path and size. */
function etagOf(path: string, content: StaticFile['content'], size: number): string {
  const isLarge = !(content instanceof Uint8Array) || size > HASH_LIMIT_BYTES
  const digest = hash('sha256', isLarge ? `${path}:${size}` : content, 'base64url')
  return `${isCompressible(path) ? 'W/' : ''}"${digest.slice(0, 22)}"`
}
