// Packs Node, the bundled server, the built client, the migrations and the SQLite addon into one executable.
// node scripts/binary/pack.mjs <client folder> <executable> <target>
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { inject } from 'postject'
import { NODE_LICENCE_PATH } from '../../server/contract/pages/addresses.ts'
import { bundle } from '../setup/bundle.ts'
import { ROOT } from '../setup/run.mjs'
import { HOST, TARGETS, writeNode } from './targets.mjs'

/**
 * The text in Node's program that postject changes to tell Node about the added blob
 * (https://nodejs.org/api/single-executable-applications.html).
 */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'

const [clientDir, target] = process.argv.slice(2, 4).map((path) => resolve(ROOT, path))
const platform = process.argv[4] ?? HOST
const isHost = platform === HOST
const work = join(dirname(target), `binary-${process.pid}`)
mkdirSync(work, { recursive: true })
try {
  await bundle('server/start/binary.ts', join(work, 'server.cjs'), 'cjs')
  const blob = makeBlob(assets())
  const packed = join(work, 'midground')
  await writeNode(platform, packed)
  if (isHost) strip(packed)
  await runWithoutWarnings(() => inject(packed, 'NODE_SEA_BLOB', blob, { sentinelFuse: FUSE }))
  if (isHost) execFileSync(packed, ['--help'], { stdio: 'ignore', env: {} }) // checks that the executable starts
  renameSync(packed, target) // replaces the executable atomically
} finally {
  rmSync(work, { recursive: true, force: true })
}

/** Returns the files to embed, by asset key. `server/start/binary.ts` finds them by the prefixes of the keys. */
function assets() {
  const addon = join(ROOT, `node_modules/better-sqlite3/prebuilds/${TARGETS[platform].addon}`)
  const digest = createHash('sha256').update(readFileSync(addon)).digest('hex').slice(0, 16)
  return {
    ...listFiles(clientDir, 'client'),
    ...listFiles(join(ROOT, 'drizzle/migrations'), 'drizzle'),
    'midground.service': join(ROOT, 'scripts/binary/midground.service'),
    [`client${NODE_LICENCE_PATH}`]: join(ROOT, 'node_modules', TARGETS[HOST].node[0], 'LICENSE'),
    [`native/better_sqlite3-${digest}.node`]: addon,
  }
}

function listFiles(folder, prefix) {
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
    main: 'server.cjs', // the path is relative, because stack traces show it
    output: 'midground.blob',
    disableExperimentalSEAWarning: true,
    useSnapshot: false,
    useCodeCache: isHost, // code that V8 has compiled works only on the kind of processor that compiled it
    assets: files,
  }
  writeFileSync(join(work, 'sea.json'), JSON.stringify(settings))
  // pipes the output, because it becomes part of the error
  execFileSync(process.execPath, ['--experimental-sea-config', 'sea.json'], { cwd: work, stdio: 'pipe' })
  return readFileSync(join(work, settings.output))
}

/** Removes debug symbols, a fifth of the size. Call it before the blob is injected. */
function strip(file) {
  const { error, status } = spawnSync('strip', [file], { stdio: ['ignore', 'ignore', 'ignore'] })
  if (error || status !== 0) console.log('  There is no working `strip` here, so the executable keeps its symbols.')
}

/** Runs postject without its warnings about missing symbol names, which are harmless in a stripped file. */
async function runWithoutWarnings(work) {
  const { warn } = console
  console.warn = () => undefined
  try {
    await work()
  } finally {
    console.warn = warn
  }
}
