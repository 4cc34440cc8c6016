/** Reads the upload form as a stream: the picture goes straight to the storage and is never whole in memory. */
import { Readable } from 'node:stream'
import busboy from 'busboy'
import type { ApiErrorCode } from '../contract/errors.ts'
import { EDITOR_TYPE, TRIAL_IMAGE_MAX_BYTES } from '../contract/limits.ts'
import { err, ok, type Result } from '../contract/result.ts'
import type { Storage } from '../deps.ts'
import { NotPngError, PngCheck } from './png-check.ts'

export interface StoredImage {
  readonly userId: string
  readonly editorType: string
  readonly imageName: string | null
  readonly bytes: number
  readonly width: number
  readonly height: number
}

type UploadError = Extract<ApiErrorCode, 'invalid_request' | 'not_multipart' | 'not_png' | 'too_large'>

export interface Upload {
  readonly contentType: string
  readonly body: AsyncIterable<Uint8Array>
  readonly storage: Storage
  readonly storageKey: string
}

const LIMITS = {
  fieldNameSize: 64,
  fieldSize: 1024,
  fields: 4,
  files: 1,
  parts: 6,
  headerPairs: 20,
  fileSize: TRIAL_IMAGE_MAX_BYTES,
}

/** On any error nothing is left in the storage. */
export async function receive({
  contentType,
  body,
  storage,
  storageKey,
}: Upload): Promise<Result<StoredImage, UploadError>> {
  const parser = openParser(contentType)
  if (!parser) return err('not_multipart')
  const fields = new Map<string, string>()
  const check = new PngCheck()
  let stored: Promise<UploadError | null> | null = null
  let wrong: UploadError | null = null

  parser.on('field', (name, value, { nameTruncated, valueTruncated }) => {
    if (nameTruncated || valueTruncated || fields.has(name)) wrong ??= 'invalid_request'
    fields.set(name, value)
  })
  parser.on('file', (name, file) => {
    if (name !== 'image') wrong ??= 'invalid_request'
    file.once('limit', () => file.destroy(new TooLargeError()))
    file.pipe(check)
    file.once('error', (error) => check.destroy(error))
    stored = storage.put(storageKey, check).then(
      () => null,
      (error: unknown) => {
        file.resume() // or the parser would wait for a reader for ever
        return refusalOf(error)
      },
    )
  })
  for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const)
    parser.on(limit, () => {
      wrong ??= 'invalid_request'
    })

  const parsed = await feed(parser, body)
  if (!parsed) check.destroy(new NotPngError('the form breaks off'))
  const refused = (await stored) ?? wrong ?? (parsed && stored !== null ? null : 'invalid_request')
  const form = refused === null ? readFields(fields) : null
  if (refused === null && form) return ok({ ...form, bytes: check.bytes, width: check.width, height: check.height })
  await storage.delete(storageKey)
  return err(refused ?? 'invalid_request')
}

class TooLargeError extends Error {
  override readonly name = 'TooLargeError'
}

/** Only what is wrong with the file is an answer; a full disk is not the sender's fault. */
function refusalOf(error: unknown): UploadError {
  if (error instanceof NotPngError) return 'not_png'
  if (error instanceof TooLargeError) return 'too_large'
  throw error
}

function openParser(contentType: string) {
  if (!/^multipart\/form-data\s*;/i.test(contentType)) return null
  try {
    return busboy({ headers: { 'content-type': contentType }, limits: LIMITS, defParamCharset: 'utf8' })
  } catch {
    return null // busboy throws on a missing boundary
  }
}

/** False if the form is broken or ends early. */
const feed = (parser: busboy.Busboy, body: AsyncIterable<Uint8Array>): Promise<boolean> =>
  new Promise((resolve) => {
    const source = Readable.from(body, { objectMode: false })
    parser.once('error', () => resolve(false))
    parser.once('close', () => resolve(true))
    source.once('error', () => {
      parser.destroy()
      resolve(false)
    })
    source.pipe(parser)
  })

function readFields(
  fields: ReadonlyMap<string, string>,
): Pick<StoredImage, 'userId' | 'editorType' | 'imageName'> | null {
  const userId = fields.get('userId')
  const editorType = fields.get('editorType')
  if (userId === undefined || editorType !== EDITOR_TYPE) return null
  const imageName = fields.get('imageName')?.replace(/\p{C}/gu, '').slice(0, 255)
  return { userId, editorType, imageName: imageName || null }
}
