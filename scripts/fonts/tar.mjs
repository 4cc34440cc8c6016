// Reads the files of an npm tarball (gzipped ustar) in memory: the parts of the format that npm uses.
import { gunzipSync } from 'node:zlib'

const BLOCK = 512

/** @returns {Map<string, Buffer>} path below `package/` → bytes */
export function untar(tgz) {
  const tar = gunzipSync(tgz)
  const files = new Map()
  let longName = null
  for (let at = 0; at + BLOCK <= tar.length; ) {
    const text = (from, length) => tar.toString('utf8', at + from, at + from + length).replace(/\0.*$/s, '')
    if (tar[at] === 0) break // the archive ends with empty blocks
    const size = Number.parseInt(text(124, 12), 8)
    const type = text(156, 1)
    const body = tar.subarray(at + BLOCK, at + BLOCK + size)
    const prefix = text(345, 155)
    const name = longName ?? (prefix ? `${prefix}/${text(0, 100)}` : text(0, 100))
    longName = type === 'x' ? paxPath(body) : null
    if (type === '0' || type === '') files.set(name.replace(/^[^/]+\//, ''), body)
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
  }
  return files
}

/** A pax header's `path` record: "<length> path=<value>\n". */
const paxPath = (body) => /(?:^|\n)\d+ path=([^\n]*)\n/.exec(body.toString('utf8'))?.[1] ?? null
