/** The thread of the JPEG encoder. */
import { serve } from '../../strips/serveStrips.ts'
import { createJpegEncoder } from './jpegStrip.ts'

serve(createJpegEncoder)
