/** The thread of the compiled encoder; little else is loaded, so that it starts soon. */

import { serve } from '../serve.ts'
import { createCompiled } from './compiled.ts'

serve((code) => createCompiled(code as WebAssembly.Module)) // who starts this one sends it
