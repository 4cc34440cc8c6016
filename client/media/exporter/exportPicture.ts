/** A document → a file as the settings say, and how large that file will be. */
import type { Rect, Size } from '#client/kit/base/geometry.ts'
import { err, ok, type Result } from '#client/kit/base/result.ts'
import { canvasSize, exportScale } from '#client/model/document/backdrop.ts'
import { type DocumentSnapshot, layerOfKind } from '#client/model/document/document.ts'
import type { Painter } from '#client/render/compositor/painter.ts'
import { rgbOf } from '#shaders/lib/color.ts'
import { alphaBox } from './alphaBox.ts'
import { encodeIndexed } from './encodeIndexed.ts'
import { encodeJpeg } from './encodeJpeg.ts'
import { encodeWebp } from './encodeWebp.ts'
import { type EncodedFile, estimatedBytes } from './estimate.ts'
import type { ExportError, ExportOptions } from './exporter.ts'
import { encodePng } from './exportPng.ts'
import { framed } from './framed.ts'
import type { PixelSource } from './paintStrips.ts'
import { type ExportSettings, hasMargins, isTooLarge, planPicture } from './settings.ts'

/** `scale`: output px per document px; absent = the plain export's. It comes once the graphics have started. */
export type CreatePainter = (
  doc: DocumentSnapshot,
  scale?: number,
) => Promise<Pick<Painter, keyof PixelSource | 'destroy'>>

export interface Estimate {
  size: Size
  bytes: number
}

/** Through the same scene as the plain export, in strips. */
export function exportPicture(
  doc: DocumentSnapshot,
  settings: ExportSettings,
  createPainter: CreatePainter,
  options: ExportOptions,
): Promise<Result<Blob, ExportError>> {
  return withPicture(doc, settings, createPainter, options, async (source) => {
    const encoded = await encode(source, settings, options)
    return encoded.ok ? ok(encoded.value.file) : encoded
  })
}

export function estimatePicture(
  doc: DocumentSnapshot,
  settings: ExportSettings,
  createPainter: CreatePainter,
  options: ExportOptions,
): Promise<Result<Estimate, ExportError>> {
  return withPicture(doc, settings, createPainter, options, async (source) => {
    const bytes = await estimatedBytes(source, (part) => encode(part, settings, options), settings.format)
    return bytes.ok ? ok({ size: source.size, bytes: bytes.value }) : bytes
  })
}

async function withPicture<T>(
  doc: DocumentSnapshot,
  settings: ExportSettings,
  createPainter: CreatePainter,
  { signal }: ExportOptions,
  use: (source: PixelSource) => Promise<Result<T, ExportError>>,
): Promise<Result<T, ExportError>> {
  if (!doc.photo) return err('no-image')
  const shown = settings.content === 'subject' ? onlySubject(doc) : doc
  const natural = exportScale(shown)
  const canvas = { x: 0, y: 0, ...canvasSize(shown) }
  const content = settings.content === 'subject' ? await subjectBox(doc, createPainter, signal) : ok(canvas)
  if (!content.ok) return content
  const { scale, frame } = planPicture(settings, content.value, natural)
  if (isTooLarge(settings.format, frame)) return err('too-large')
  const painter = await createPainter(shown, scale)
  try {
    const needsGround = settings.format === 'jpeg' || (painter.opaque && hasMargins(settings))
    return await use(framed(painter, frame, needsGround ? rgbOf(settings.ground) : null))
  } finally {
    painter.destroy()
  }
}

/** The subject as the photo has it, with its outline, and nothing else. */
function onlySubject(doc: DocumentSnapshot): DocumentSnapshot {
  const subject = layerOfKind(doc, 'subject')
  return { ...doc, backdrop: { type: 'transparent' }, order: subject ? [subject.id] : [] }
}

/** By the document as it is: all of it has to be painted to know, and settings change more often. */
const boxes = new WeakMap<DocumentSnapshot, Rect>()

/** Where the subject is to be seen, document px. */
async function subjectBox(
  doc: DocumentSnapshot,
  createPainter: CreatePainter,
  signal: AbortSignal,
): Promise<Result<Rect, ExportError>> {
  const known = boxes.get(doc)
  if (known) return ok(known)
  if (!doc.separation) return err('no-subject')
  const alone = onlySubject(doc)
  const scale = exportScale(alone)
  const painter = await createPainter(alone, scale)
  try {
    const box = await alphaBox(painter, signal)
    if (!box.ok) return box
    const { x, y, width, height } = box.value
    const found = { x: x / scale, y: y / scale, width: width / scale, height: height / scale }
    boxes.set(doc, found)
    return ok(found)
  } finally {
    painter.destroy()
  }
}

async function encode(
  source: PixelSource,
  { format, quality }: ExportSettings,
  options: ExportOptions,
): Promise<Result<EncodedFile, ExportError>> {
  const indexed = format === 'png' ? await encodeIndexed(source, options) : null
  const encoded = indexed ?? (await encodeFull(source, format, quality, options))
  return encoded.ok ? ok({ file: encoded.value, isIndexed: indexed !== null }) : encoded
}

function encodeFull(source: PixelSource, format: ExportSettings['format'], quality: number, options: ExportOptions) {
  switch (format) {
    case 'png':
      return encodePng(source, options)
    case 'jpeg':
      return encodeJpeg(source, quality, options)
    case 'webp':
      return encodeWebp(source, quality, options)
  }
}
