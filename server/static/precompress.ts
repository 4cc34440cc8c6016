/** Run after the build: writes `x.br` and `x.gz` beside every file that shrinks, so that serving compresses nothing. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { isCompressible } from './types.ts'

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/** Smaller ones fit a packet anyway. */
const MIN_BYTES = 512
/** Above this the best level takes minutes for one percent. */
const BEST_LEVEL_MAX_BYTES = 4 * 1024 * 1024

export interface Precompressed {
  readonly files: number
  readonly bytes: number
  readonly brotliBytes: number
}

export async function precompress(folder: string): Promise<Precompressed> {
  const total = { files: 0, bytes: 0, brotliBytes: 0 }
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    if (!entry.isFile() || !isCompressible(file)) continue
    const content = await readFile(file)
    const [br, gz] = content.byteLength < MIN_BYTES ? [content, content] : await encode(content)
    await keepIfSmaller(`${file}.br`, br, content.byteLength)
    await keepIfSmaller(`${file}.gz`, gz, content.byteLength)
    total.files += 1
    total.bytes += content.byteLength
    total.brotliBytes += Math.min(br.byteLength, content.byteLength)
  }
  return total
}

const encode = (content: Buffer): Promise<[Buffer, Buffer]> => {
  const quality = content.byteLength > BEST_LEVEL_MAX_BYTES ? 9 : constants.BROTLI_MAX_QUALITY
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength }
  return Promise.all([brotliAsync(content, { params }), gzipAsync(content, { level: 9 })])
}

/** An encoding from an older build must not outlive it. */
const keepIfSmaller = (file: string, encoded: Buffer, original: number): Promise<void> =>
  encoded.byteLength < original ? writeFile(file, encoded) : rm(file, { force: true })
