/** Fetches files of npm packages with the registry, proxy and cache that npm is configured with. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'

/** The tarball of `package@version`. @throws if it does not match `integrity` (`sha512-…`, as in a lock file). */
export async function fetchTarball(spec: string, integrity: string): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'midground-models-'))
  try {
    const packing = promisify(execFile)(
      'npm',
      ['pack', spec, '--prefer-offline', '--ignore-scripts', '--loglevel=error'],
      {
        cwd: folder,
        shell: process.platform === 'win32', // there npm is a .cmd file
      },
    )
    const { stdout } = await packing.catch((cause: unknown) => {
      throw new Error(`npm could not fetch ${spec}`, { cause })
    })
    const tarball = await readFile(join(folder, stdout.trim().split('\n').at(-1) ?? ''))
    const found = `sha512-${createHash('sha512').update(tarball).digest('base64')}`
    if (found !== integrity) throw new Error(`${spec} is ${found}, the lock says ${integrity}`)
    return tarball
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const BLOCK = 512

/** Returns one file of a gzipped tar archive (POSIX ustar). @throws Error when the archive has no such file */
export function fileInTarball(tarball: Uint8Array, path: string): Buffer {
  const tar = gunzipSync(tarball)
  for (let at = 0; at + BLOCK <= tar.length; ) {
    const name = tarText(tar, at, 100)
    const prefix = tarText(tar, at + 345, 155)
    const bytes = Number.parseInt(tarText(tar, at + 124, 12), 8) || 0
    const start = at + BLOCK
    if ((prefix ? `${prefix}/${name}` : name) === path) return tar.subarray(start, start + bytes)
    at = start + Math.ceil(bytes / BLOCK) * BLOCK
  }
  throw new Error(`${path} is not in the package`)
}

const tarText = (tar: Buffer, at: number, length: number): string =>
  tar
    .toString('latin1', at, at + length)
    .replace(/\0.*$/s, '')
    .trim()
