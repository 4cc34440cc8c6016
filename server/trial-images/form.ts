/** Reads the upload form as a stream. Sends the image to the storage in pieces, without the whole image in memory. */
import { Readable } from 'node:stream'
import type { ApiErrorCode } from '#server/contract/api/errors.ts'
import {
  EDITOR_TYPE,
  TRIAL_IMAGE_MAX_AREA,
  TRIAL_IMAGE_MAX_BYTES,
  TRIAL_IMAGE_MAX_SIDE,
} from '#server/contract/plans/limits.ts'
import { err, ok, type Result } from '#server/contract/result.ts'
import type { Storage } from '#server/deps/deps.ts'
import { feed, openParser } from '#server/http/body.ts'

/** A stored file without a row. `width`, `height`: px. */
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

/** Maximum size of the form with the image, bytes. */
export const TRIAL_FORM_MAX_BYTES = TRIAL_IMAGE_MAX_BYTES + 16 * 1024

const LIMITS = {
  fieldNameSize: 64,
  fieldSize: 1024,
  fields: 4,
  files: 1,
  parts: 6,
  headerPairs: 20,
  fileSize: TRIAL_IMAGE_MAX_BYTES,
}

/** Receives and stores an image. An error doesn't leave a file. @throws the storage's error */
export async function receive(upload: Upload): Promise<Result<StoredImage, UploadError>> {
  const { contentType, body, storage, storageKey } = upload
  const parser = openParser(contentType, LIMITS)
  if (!parser) return err('not_multipart')
  const fields = new Map<string, string>()
  const facts = { bytes: 0, width: 0, height: 0 }
  let stored: Promise<unknown> | null = null
  let refused: UploadError | null = null
  let failure: unknown = null
  const refuse = (error: UploadError): void => {
    refused ??= error
  }

  parser.on('field', (name, value, { nameTruncated, valueTruncated }) => {
    if (nameTruncated || valueTruncated || fields.has(name)) refuse('invalid_request')
    fields.set(name, value)
  })
  parser.on('file', (name, file) => {
    file.on('error', () => refuse('invalid_request')) // the form ended early
    if (name !== 'image') {
      refuse('invalid_request')
      return void file.resume()
    }
    const source = Readable.from(checked(file, facts), { objectMode: false })
    stored = storage.put(storageKey, source).catch((error: unknown) => {
      if (error instanceof Refusal) refuse(error.code)
      else failure = error // the storage has failed, for example on a full disk
      file.resume() // discards the rest of the file, because the parser waits for a reader
    })
  })
  for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const)
    parser.on(limit, () => refuse('invalid_request'))

  let bytesLeft = TRIAL_FORM_MAX_BYTES
  const isWhole = await feed(parser, body, (bytes) => {
    bytesLeft -= bytes
    if (bytesLeft < 0) refuse('too_large') // the form declared no length and is too long, e.g. an endless preamble
    return refused !== null || failure !== null
  })
  await stored
  if (!isWhole || stored === null) refuse('invalid_request')
  const form = readFields(fields)
  if (form && refused === null && failure === null) {
    return ok({ ...form, ...facts })
  }
  await storage.delete(storageKey)
  if (failure !== null) throw failure
  return err(refused ?? 'invalid_request')
}

/** The first bytes of every PNG: signature, and length and type of the chunk IHDR. Width and height follow. */
const PNG_START = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const HEAD_BYTES = PNG_START.length + 8

/**
 * Yields the file's bytes and sets `facts`. The server checks only the head, because it never decodes an image. @throws
 * {Refusal} unless the file is complete and begins as a PNG of an allowed size
 */
async function* checked(file: Readable & { truncated?: boolean }, facts: Facts): AsyncGenerator<Buffer> {
  let head = Buffer.alloc(0)
  try {
    // a rejection doesn't close the stream, because the parser still writes to it
    for await (const piece of file.iterator({ destroyOnReturn: false })) {
      facts.bytes += piece.length
      if (head.length < HEAD_BYTES) {
        head = Buffer.concat([head, piece])
        if (head.length >= HEAD_BYTES) readHead(head, facts)
      }
      yield piece
    }
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('invalid_request') // the form ended early
  }
  if (file.truncated) throw new Refusal('too_large')
  if (head.length < HEAD_BYTES) throw new Refusal('not_png')
}

interface Facts {
  bytes: number
  width: number
  height: number
}

function readHead(head: Buffer, facts: Facts): void {
  const [width, height] = [head.readUInt32BE(PNG_START.length), head.readUInt32BE(PNG_START.length + 4)]
  const isAllowed =
    Math.min(width, height) > 0 &&
    Math.max(width, height) <= TRIAL_IMAGE_MAX_SIDE &&
    width * height <= TRIAL_IMAGE_MAX_AREA
  if (!isAllowed || !head.subarray(0, PNG_START.length).equals(PNG_START)) throw new Refusal('not_png')
  Object.assign(facts, { width, height })
}

class Refusal extends Error {
  readonly code: UploadError

  constructor(code: UploadError) {
    super(code)
    this.code = code
  }
}

function readFields(
  fields: ReadonlyMap<string, string>,
): Pick<StoredImage, 'userId' | 'editorType' | 'imageName'> | null {
  const userId = fields.get('userId')
  const editorType = fields.get('editorType')
  if (userId === undefined || editorType !== EDITOR_TYPE) return null
  const imageName = fields.get('imageName')?.replace(/\p{C}/gu, '').slice(0, 255)
  return { userId, editorType, imageName: imageName || null }
}
