/** The worker of the WebAssembly encoder. It loads little else, so it starts soon. */

import { serveStrips } from '../../strips/serveStrips.ts'
import { createPngStripEncoder } from './pngStrip.ts'

serveStrips((code) => createPngStripEncoder(code as WebAssembly.Module)) // this worker is started only where there is a module
