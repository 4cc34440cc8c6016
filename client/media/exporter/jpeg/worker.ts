/** The thread of the JPEG encoder. */
import { serve } from '../serve.ts'
import { createJpegEncoder } from './strip.ts'

serve(createJpegEncoder)
