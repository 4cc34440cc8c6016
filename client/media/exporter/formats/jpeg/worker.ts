/** The worker that encodes strips of a JPEG. */
import { serveStrips } from '../../strips/serveStrips.ts'
import { createJpegStripEncoder } from './jpegStrip.ts'

serveStrips(createJpegStripEncoder)
