// Precompressed copies beside every file of a built client, so that the server never compresses while it serves.
import { join } from 'node:path'
import { precompress } from '../../server/static/precompress.ts'
import { ROOT } from './run.mjs'

await precompress(join(ROOT, process.argv[2] ?? 'build/client'))
