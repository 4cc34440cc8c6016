// Writes precompressed copies beside the files of a built client, so that the server compresses nothing at run time.
import { join } from 'node:path'
import { precompress } from '../../server/static/precompress.ts'
import { ROOT } from './run.mjs'

/** Tests load each file a few times locally: the best level would cost more time than it saves. */
const level = process.env.TEST_HOOKS ? 4 : undefined
await precompress(join(ROOT, process.argv[2] ?? 'build/client'), level)
