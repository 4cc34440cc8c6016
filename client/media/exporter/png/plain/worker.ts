/** The thread of the encoder in plain TypeScript. */
import { serve } from '../../serve.ts'
import { encodePlainly } from './strip.ts'

serve(() => encodePlainly)
