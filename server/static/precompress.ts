/** Compresses the built files after the build, which saves compressing them for each response. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/utils/compress'
import { getMimeType } from 'hono/utils/mime'

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/** Minimum size of files that are compressed. Smaller files fit into one packet. */
const MIN_BYTES = 512
/**
 * Maximum size of files compressed at the highest level, bytes. For larger files, the highest level takes minutes and
 * saves 1%.
 */
const BEST_LEVEL_MAX_BYTES = 4 * 1024 * 1024

/** Returns true if compression makes files with the extension of `path` smaller. */
export const isCompressible = (path: string): boolean => COMPRESSIBLE_CONTENT_TYPE_REGEX.test(getMimeType(path) ?? '')

/** Writes `x.br` and `x.gz` next to every file that compression makes smaller. `level`: Brotli's, 0 to 11. */
export async function precompress(folder: string, level = constants.BROTLI_MAX_QUALITY): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && isCompressible(entry.name))
  // starts all compressions at the same time, because the thread pool limits concurrency
  await Promise.all(files.map(({ parentPath, name }) => precompressFile(join(parentPath, name), level)))
}

async function precompressFile(file: string, level: number): Promise<void> {
  const content = await readFile(file)
  const [br, gz] = content.byteLength < MIN_BYTES ? [content, content] : await encode(content, level)
  await keepIfSmaller(`${file}.br`, br, content.byteLength)
  await keepIfSmaller(`${file}.gz`, gz, content.byteLength)
}

const encode = (content: Buffer, level: number): Promise<[Buffer, Buffer]> => {
  const quality = content.byteLength > BEST_LEVEL_MAX_BYTES ? Math.min(9, level) : level
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength }
  return Promise.all([brotliAsync(content, { params }), gzipAsync(content, { level: 9 })])
}

/** Writes the compressed file if it is smaller. Otherwise deletes the compressed file of an older build. */
const keepIfSmaller = (file: string, encoded: Buffer, original: number): Promise<void> =>
  encoded.byteLength < original ? writeFile(file, encoded) : rm(file, { force: true })
