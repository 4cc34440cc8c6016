// Fetches packages from the npm registry that this machine is configured for. No host is hard-coded.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const npm = (args) => run('npm', args, { shell: process.platform === 'win32', maxBuffer: 1 << 26 })

/** URL of the registry, with a trailing slash. npm passes it to its scripts; otherwise npm is asked. */
export async function registryUrl() {
  const given = process.env.npm_config_registry ?? (await npm(['config', 'get', 'registry'])).stdout.trim()
  return given.endsWith('/') ? given : `${given}/`
}

/** A package's manifest: version, licence, dist. */
export async function manifest(registry, name, version) {
  return JSON.parse(await get(`${registry}${name.replace('/', '%2f')}/${version}`))
}

/**
 * A package's tarball, verified. A direct request takes a tenth of the time; if it fails (a proxy, a token, another URL
 * layout), `npm pack` fetches it with npm's configuration. @throws if the checksum differs.
 */
export async function tarball(registry, { name, version, integrity }) {
  const path = `${registry}${name}/-/${name.split('/').at(-1)}-${version}.tgz`
  const bytes = await get(path).catch(() => packed(`${name}@${version}`))
  const sum = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
  if (sum !== integrity) throw new Error(`${name}@${version}: the checksum differs from the lock`)
  return bytes
}

const ATTEMPTS = 3

async function get(url) {
  for (let attempt = 1; ; attempt++) {
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(60_000) })
      if (!response.ok) throw Object.assign(new Error(`${response.status} for ${url}`), { status: response.status })
      return Buffer.from(await response.arrayBuffer())
    } catch (error) {
      const isFinal = error.status >= 400 && error.status < 500 && error.status !== 429
      if (isFinal || attempt === ATTEMPTS) throw error
      await new Promise((resume) => setTimeout(resume, 500 * 2 ** attempt)) // back off, the registry is busy
    }
  }
}

async function packed(spec) {
  const folder = await mkdtemp(join(tmpdir(), 'font-'))
  try {
    await npm(['pack', spec, '--pack-destination', folder, '--silent', '--fetch-retries=0'])
    const [file] = await readdir(folder)
    if (!file) throw new Error(`npm pack ${spec} gave no file`)
    return await readFile(join(folder, file))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
