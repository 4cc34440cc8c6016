/** The worker that encodes strips of a PNG. It loads only the WebAssembly encoder, so that it starts quickly. */

import { serveStrips } from '../../strips/serveStrips.ts'
import { createPngStripEncoder } from './pngStrip.ts'

serveStrips((code) => createPngStripEncoder(code as WebAssembly.Module)) // the page starts this worker only with a compiled module
