/** Packs files as npm does: a gzipped tar (POSIX ustar). */
import { gzipSync } from 'node:zlib'

export function npmTarball(files: Record<string, Uint8Array>): Buffer {
  const blocks = Object.entries(files).flatMap(([path, bytes]) => {
    const header = Buffer.alloc(512)
    header.write(path, 0)
    header.write(bytes.length.toString(8).padStart(11, '0'), 124)
    return [header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]
  })
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]))
}
