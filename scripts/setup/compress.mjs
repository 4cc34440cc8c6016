// Precompressed copies beside every file of a built client, so that the server never compresses while it serves.
import { join } from 'node:path'
import { precompress } from '../../server/static/precompress.ts'
import { ROOT } from './run.mjs'

/** Tests load each file a few times from this machine: there the best level costs more than it saves. */
const level = process.env.TEST_HOOKS ? 4 : undefined
await precompress(join(ROOT, process.argv[2] ?? 'build/client'), level)
