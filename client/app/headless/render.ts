/**
 * Renders and describes photos for the command line and for agents. The page has no interface, only one function on the
 * window. The app loads this module only on pages that the command line has marked and serves on the loopback address.
 */

import { addObject, liftedPart } from '#client/engine/liftPart.ts'
import { PhotoRenderer } from '#client/engine/photoRenderer.ts'
import type { LayeredImage, PhotoPlace } from '#client/engine/template/layeredImage.ts'
import { readBytes } from '#client/kit/bytes/bytes.ts'
import type { Size } from '#client/kit/geometry/geometry.ts'
import { conform, defaults } from '#client/kit/values/fields.ts'
import { missingScripts, scriptName } from '#client/layers/text/missingScripts.ts'
import { exportFields, MAX_PIXELS } from '#client/media/exporter/exportSettings.ts'
import { formatOf } from '#client/media/exporter/formats/registry.ts'
import { exportMotion } from '#client/media/exporter/motion/exportMotion.ts'
import { type MotionFile, motionFileFields } from '#client/media/exporter/motion/motionFormats.ts'
import { readHeader } from '#client/media/file/fileParts.ts'
import { sniff, typedFile } from '#client/media/file/sniff.ts'
import { readMeta } from '#client/media/importer/heic/heicMeta.ts'
import { PHOTO_LIMITS } from '#client/media/importer/importer.ts'
import { pictureRect } from '#client/model/document/crop.ts'
import type { Document, DocumentSnapshot, SubjectSelection } from '#client/model/document/document.ts'
import { motionWith } from '#client/model/document/motion.ts'
import {
  type DescribeAnswer,
  type DescribeJob,
  RENDER_FUNCTION,
  REPORT_MS,
  type RenderAnswer,
  type RenderJob,
  type Stage,
  TEMPLATE_FAILURE,
  type TooLarge,
} from '#server/contract/render.ts'
import { describePhoto, previewOf } from './describePhoto.ts'
import { textReports } from './textReports.ts'

/** Reports the stage of the running job to the command line. Does nothing between jobs. */
let enter = (_stage: Stage): void => undefined
const photos = await PhotoRenderer.start({
  improves: true,
  report: (error) => console.warn(error),
  keptPhotos: 3,
  onStage: (stage) => enter(stage === 'converting' ? 'converting' : 'opening'),
})
const { assets, graphics, segmentation } = photos
const { refiner } = segmentation

async function blobAt(address: string): Promise<Blob> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`The file could not be read (${response.status}).`)
  return response.blob()
}
const photoAt = async (address: string, name: string) => ({
  key: address,
  file: await typedFile(await blobAt(address), name),
})

/** The address, code or id of the open template, or '' if no template is open. */
let opened = ''

/** Opens the template. Returns the error, or null on success. */
async function openTemplate(template: RenderJob['template']): Promise<string | null> {
  if ('image' in template) {
    opened = ''
    await photos.openImage(template.image)
    return null
  }
  const key = 'file' in template ? template.file : 'design' in template ? template.design : template.id
  if (opened === key) return null
  if ('file' in template || 'design' in template) {
    const open = 'file' in template ? await photos.openTemplate(await blobAt(key)) : await photos.openDesign(key)
    if (!open.ok) return TEMPLATE_FAILURE + open.error
  } else if (!(await photos.openBuiltIn(key))) return `${TEMPLATE_FAILURE}unknown`
  opened = key
  return null
}

async function render(job: RenderJob): Promise<RenderAnswer> {
  const { template, settings, texts } = job
  const failure = await openTemplate(template)
  if (failure !== null) return { ok: false, error: failure }
  const { signal } = new AbortController()
  const photo = await photoAt(job.photo, job.name)
  const composed = await photos.compose(photo, texts, signal)
  if (!composed.ok) return composed.error === 'too-large' ? photoTooLarge(photo.file) : composed
  const { document, subject, leftOut, unknown } = composed.value
  const { erase = [] }: LayeredImage = 'image' in template ? template.image : {}
  for (const place of erase) {
    enter('erasing')
    const error = await eraseObject(document as Document, place, signal)
    if (error !== null) return { ok: false, error }
  }
  enter('painting')
  const picture = job.motion
    ? await exportMotion(document, motionWith(document, job.motion), motionFileOf(settings), graphics, { signal })
    : await photos.exportDocument(document, conform(exportFields, settings), signal)
  if (!picture.ok) return picture.error === 'too-large' && !job.motion ? imageTooLarge(document, settings) : picture
  enter('saving')
  const sent = await fetch(job.result, { method: 'PUT', body: picture.value })
  if (!sent.ok) return { ok: false, error: await sent.text() }
  return {
    ok: true,
    bytes: picture.value.size,
    subject,
    leftOut,
    unknown,
    missingScripts: missingScripts(document).map((script) => scriptName(script, 'en')),
    ...(job.reportsTexts && { texts: await textReports(document, graphics, assets) }),
    ...(job.previews && { preview: await previewOf(picture.value) }),
  }
}

function motionFileOf({ format, width, height }: RenderJob['settings']): MotionFile {
  const { fps, size } = defaults(motionFileFields)
  return { fps, size: width && height ? `${width}x${height}` : size, format: String(format) }
}

/** Hides the object at a position and fills the background behind the object. Returns the error, or null on success. */
async function eraseObject(doc: Document, { x, y, width, height }: PhotoPlace, signal: AbortSignal) {
  const photo = doc.photo && assets.bitmap(doc.photo.asset)
  if (!photo) return 'decode-failed'
  const at = (right: number, down: number) => ({
    x: (Math.min(right, 100) / 100) * photo.width,
    y: (Math.min(down, 100) / 100) * photo.height,
  })
  const points: SubjectSelection['choices'][number]['points'] =
    width && height
      ? [
          { ...at(x, y), kind: 'box-start' },
          { ...at(x + width, y + height), kind: 'box-end' },
        ]
      : [{ ...at(x, y), kind: 'in' }]
  const task = { chosen: { start: 'nothing' as const, choices: [{ adds: true, points }] }, erases: true }
  const part = await liftedPart({ doc, assets, refiner }, photo, task, signal)
  if (!part.ok) return part.error === 'no-subject' ? 'nothing-there' : part.error
  addObject(doc, assets, part.value, task)
  return null
}

async function describe(job: DescribeJob): Promise<DescribeAnswer> {
  const { signal } = new AbortController()
  const source = await photoAt(job.photo, job.name)
  const open = await photos.separate(source, signal)
  if (!open.ok) return open.error === 'too-large' ? photoTooLarge(source.file) : open
  const photo = open.value.doc.photo && assets.bitmap(open.value.doc.photo.asset)
  if (!photo) return { ok: false, error: 'decode-failed' }
  enter('describing')
  const facts = await describePhoto(open.value, photo, { frame: job.frame, assets, refiner }, signal)
  return { ok: true, ...facts, preview: await previewOf(photo.bitmap) }
}

/** Sends each new stage to `address`, and repeats the last stage while `work` runs. */
async function reporting<T>(address: string, work: () => Promise<T>): Promise<T> {
  let stage: Stage = 'opening'
  // ignores a lost report, because the next report may arrive
  const send = () => void fetch(address, { method: 'POST', body: stage }).catch(() => undefined)
  enter = (next) => {
    stage = next
    send()
  }
  const repeated = setInterval(send, REPORT_MS)
  try {
    enter(stage)
    return await work()
  } finally {
    clearInterval(repeated)
    enter = () => undefined
  }
}

Object.assign(window, {
  [RENDER_FUNCTION]: (job: RenderJob | DescribeJob) =>
    reporting<RenderAnswer | DescribeAnswer>(job.progress, () => (job.task === 'render' ? render(job) : describe(job))),
})

/** Returns the failure for a photo that exceeds PHOTO_LIMITS, with the photo's size if its header is readable. */
async function photoTooLarge(file: Blob): Promise<TooLarge> {
  const bytes = await readBytes(file)
  const type = bytes && sniff(bytes)
  const size = type && (type === 'heic' ? readMeta(bytes) : readHeader(type, bytes))
  const { maxSide, maxPixels } = PHOTO_LIMITS
  return { ok: false, error: 'photo-too-large', maxSide, maxPixels, ...(size && sizeIn(size)) }
}

/** Returns the failure for an image with these settings. */
function imageTooLarge(document: DocumentSnapshot, { format, width, height }: RenderJob['settings']): TooLarge {
  const { maxSide } = formatOf(String(format))
  const size = width && height ? { width: Number(width), height: Number(height) } : pictureRect(document)
  return { ok: false, error: 'image-too-large', maxSide, maxPixels: MAX_PIXELS, ...sizeIn(size) }
}

const sizeIn = ({ width, height }: Size): Size => ({ width: Math.round(width), height: Math.round(height) })
