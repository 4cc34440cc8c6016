/** The thread of the JPEG encoder. */
import { serveStrips } from '../../strips/serveStrips.ts'
import { createJpegStripEncoder } from './jpegStrip.ts'

serveStrips(createJpegStripEncoder)
