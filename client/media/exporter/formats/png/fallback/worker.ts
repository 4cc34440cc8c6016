/** The thread of the encoder in plain TypeScript. */
import { serve } from '../../../strips/serveStrips.ts'
import { encodePlainly } from './encodePngStrip.ts'

serve(() => encodePlainly)
