/** The worker of the TypeScript encoder. */
import { serveStrips } from '../../../strips/serveStrips.ts'
import { encodePngStrip } from './encodePngStrip.ts'

serveStrips(() => encodePngStrip)
