/** The thread of the compiled encoder; little else is loaded, so that it starts soon. */

import { serve } from '../../strips/serveStrips.ts'
import { createCompiled } from './wasmStripEncoder.ts'

serve((code) => createCompiled(code as WebAssembly.Module)) // who starts this one sends it
