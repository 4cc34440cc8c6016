// One executable out of Node, the server in one module, the built client, the migrations and the SQLite addon.
// node scripts/binary/pack.mjs <client folder> <executable>; run by the pinned Node, which becomes part of it.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { inject } from 'postject'
import { bundle } from '../setup/bundle.ts'
import { ROOT } from '../setup/run.mjs'

/** Node looks for the blob where this mark is flipped (https://nodejs.org/api/single-executable-applications.html). */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'

const [clientDir, target] = process.argv.slice(2).map((path) => resolve(ROOT, path))
const work = join(dirname(target), `binary-${process.pid}`)
mkdirSync(work, { recursive: true })
try {
  await bundle('server/start/binary.ts', join(work, 'server.cjs'), 'cjs')
  const blob = makeBlob(assets())
  const part = join(work, 'midground')
  copyFileSync(process.execPath, part)
  chmodSync(part, 0o755)
  strip(part)
  await quietly(() => inject(part, 'NODE_SEA_BLOB', blob, { sentinelFuse: FUSE }))
  execFileSync(part, ['--help'], { stdio: 'ignore', env: {} }) // it starts
  renameSync(part, target) // whole or not at all
} finally {
  rmSync(work, { recursive: true, force: true })
}

/** Key → file, under the prefixes that `server/start/binary.ts` reads. */
function assets() {
  const addon = join(ROOT, `node_modules/better-sqlite3/prebuilds/linux-${process.arch}.node`)
  const digest = createHash('sha256').update(readFileSync(addon)).digest('hex').slice(0, 16)
  return {
    ...under(clientDir, 'client'),
    ...under(join(ROOT, 'drizzle/migrations'), 'drizzle'),
    [`native/better_sqlite3-${digest}.node`]: addon,
  }
}

function under(folder, prefix) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const file = join(parentPath, name)
      return [`${prefix}/${relative(folder, file)}`, file]
    }),
  )
}

function makeBlob(files) {
  const settings = {
    main: 'server.cjs', // relative, for stack traces show it
    output: 'midground.blob',
    disableExperimentalSEAWarning: true,
    useSnapshot: false,
    useCodeCache: true,
    assets: files,
  }
  writeFileSync(join(work, 'sea.json'), JSON.stringify(settings))
  execFileSync(process.execPath, ['--experimental-sea-config', 'sea.json'], { cwd: work, stdio: 'pipe' }) // its words come with its failure
  return readFileSync(join(work, settings.output))
}

/** Node brings its debug symbols; without them it is a fifth smaller. Before the blob goes in, never after. */
function strip(file) {
  const { error, status } = spawnSync('strip', [file], { stdio: ['ignore', 'ignore', 'ignore'] })
  if (error || status !== 0) console.log('  There is no working `strip` here, so the executable keeps its symbols.')
}

/** Postject warns of names that it cannot find among the notes of a stripped file; nothing is wrong with that. */
async function quietly(work) {
  const { warn } = console
  console.warn = () => undefined
  try {
    await work()
  } finally {
    console.warn = warn
  }
}
