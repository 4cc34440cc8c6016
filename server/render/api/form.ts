/** Reads the form of a request: its photo and its design go to files in pieces, its fields are settings and texts. */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Limits } from 'busboy'
import { RENDER_DESIGN_MAX_BYTES, RENDER_PHOTO_MAX_BYTES } from '../../contract/limits.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { feed, openParser } from '../../http/multipart.ts'
import { exportSettings, parseOptions, UsageError } from '../options.ts'
import type { Order } from './engine.ts'
import { type BodyTimes, TooSlowError, timely } from './timely.ts'

/** A valid form: its files are on the disk. */
export interface ReceivedForm extends Omit<Order, 'write'> {
  readonly format: 'png' | 'jpeg' | 'webp'
  /** SHA-256 of all that is in the form, in hexadecimal: equal forms have equal digests. */
  readonly digest: string
}

/** Why a form was refused. */
export type FormError =
  | { readonly code: 'not_multipart' | 'too_large' | 'too_slow' }
  /** What is wrong, in a sentence. */
  | { readonly code: 'invalid_request'; readonly message: string }

/** Maximum size of a whole request body: both files, and 1 MiB for boundaries, part headers and fields. */
export const FORM_MAX_BYTES = RENDER_PHOTO_MAX_BYTES + RENDER_DESIGN_MAX_BYTES + 1024 * 1024

const MAX_FIELDS = 100
const LIMITS: Limits = {
  fieldNameSize: 64,
  fieldSize: 10_000,
  fields: MAX_FIELDS,
  files: 2,
  parts: MAX_FIELDS + 2,
  headerPairs: 20,
  fileSize: Math.max(RENDER_PHOTO_MAX_BYTES, RENDER_DESIGN_MAX_BYTES),
}
const MAX_BYTES: Readonly<Record<string, number>> = { photo: RENDER_PHOTO_MAX_BYTES, design: RENDER_DESIGN_MAX_BYTES }
/** Those of the command line, by the same names. */
const SETTINGS = new Set(['format', 'size', 'fit', 'quality', 'background', 'colors'])
const NAME_LENGTH = 200

interface StoredFile {
  readonly name: string
  readonly path: string
  readonly digest: string
}

interface Parts {
  readonly files: Map<string, StoredFile>
  readonly fields: [name: string, value: string][]
}

/**
 * Receives a multipart form: writes its files `photo` and `design` into `folder`, which the caller removes, and checks its
 * fields.
 * @throws the disk's error if it fails.
 */
export async function receiveForm(
  contentType: string,
  body: AsyncIterable<Uint8Array>,
  folder: string,
  times: BodyTimes,
): Promise<Result<ReceivedForm, FormError>> {
  const parser = openParser(contentType, LIMITS)
  if (!parser) return err({ code: 'not_multipart' })
  const parts: Parts = { files: new Map(), fields: [] }
  const writes: Promise<void>[] = []
  const taken = new Set<string>()
  let refused: FormError | null = null
  let failure: unknown = null
  const refuse = (error: FormError) => {
    refused ??= error
  }
  parser.on('field', (name, value, { nameTruncated, valueTruncated }) => {
    if (nameTruncated || valueTruncated) refuse(invalid('A field is too long.'))
    parts.fields.push([name, value])
  })
  parser.on('file', (name, file, { filename }) => {
    file.on('error', () => refuse(CUT_SHORT)) // the form ends early while this part is not being read
    const maxBytes = MAX_BYTES[name]
    if (maxBytes === undefined || taken.has(name)) {
      refuse(
        invalid(`The form has one file "photo" and one file or id "design", and no file "${shown(name)}" beside them.`),
      )
      return void file.resume()
    }
    taken.add(name)
    const path = join(folder, name)
    const stored = store(file, path, maxBytes).then((digest) => {
      parts.files.set(name, { name: fileName(filename), path, digest })
    })
    writes.push(
      stored.catch((error: unknown) => {
        if (error instanceof TooLargeError) refuse({ code: 'too_large' })
        else if (error instanceof CutShortError) refuse(CUT_SHORT)
        else failure = error // a full disk is not the sender's fault
        file.resume() // or the parser would wait for a reader for ever
      }),
    )
  })
  for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const)
    parser.on(limit, () => refuse(invalid('The form has too many parts.')))

  const isRefused = () => refused !== null || failure !== null
  const source = watched(timely(body, times), (error) => {
    if (error instanceof TooSlowError) refuse({ code: 'too_slow' })
  })
  const isWhole = await feed(parser, source, isRefused)
  await Promise.all(writes)
  if (failure !== null) throw failure
  if (!isWhole) refuse(CUT_SHORT)
  return refused === null ? read(parts) : err(refused)
}

class TooLargeError extends Error {}
class CutShortError extends Error {}

const invalid = (message: string): FormError => ({ code: 'invalid_request', message })
const CUT_SHORT = invalid('The form is damaged or ends early.')

async function* watched(
  body: AsyncIterable<Uint8Array>,
  onError: (error: unknown) => void,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (error) {
    onError(error)
    throw error
  }
}

/** Writes a part into a file; its SHA-256. */
async function store(file: Readable & { truncated?: boolean }, path: string, maxBytes: number): Promise<string> {
  const hash = createHash('sha256')
  async function* checked() {
    let bytes = 0
    try {
      // the stream must outlive a refusal: the parser still writes into it
      for await (const piece of file.iterator({ destroyOnReturn: false })) {
        bytes += piece.length
        if (bytes > maxBytes) break
        hash.update(piece)
        yield piece
      }
    } catch {
      throw new CutShortError()
    }
    if (bytes > maxBytes || file.truncated) throw new TooLargeError()
  }
  await pipeline(checked, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  return hash.digest('hex')
}

/** As it may stand in a text or a header. */
const fileName = (name: string | undefined) => (name ?? '').replace(/[\p{C}/\\]/gu, '').slice(0, NAME_LENGTH) || 'photo'

const shown = (name: string) => name.replace(/[^\w-]/g, '?').slice(0, 40)

function read({ files, fields }: Parts): Result<ReceivedForm, FormError> {
  const photo = files.get('photo')
  if (!photo) return err(invalid('The file "photo" is missing.'))
  const ids = fields.flatMap(([name, value]) => (name === 'design' ? [value] : []))
  const file = files.get('design')
  if (Number(file !== undefined) + ids.length !== 1)
    return err(invalid('The form needs one "design": a file saved as .midground, or the id of one of our designs.'))
  const args: string[] = []
  const filled: [string, string][] = []
  for (const [name, value] of fields) {
    if (name === 'design') continue
    if (name === 'set' || SETTINGS.has(name)) args.push(`--${name}=${value}`)
    else if (name === 'fill') filled.push(pairOf(value))
    else return err(invalid(`There is no field "${shown(name)}".`))
  }
  if (filled.some(([name]) => name === ''))
    return err(invalid('fill: a name and what it stands for, such as city=Köln.'))
  try {
    const options = parseOptions(['design', 'photo', '--out=none', ...args])
    const { name } = photo
    const placeholders = { ...Object.fromEntries(filled), photo: name.replace(/\.[^.]*$/, ''), n: '1' }
    return ok({
      design: file ? { file: file.path } : { ours: ids[0] as string },
      photo: photo.path,
      name,
      format: options.format,
      settings: exportSettings(options),
      texts: { layers: options.texts, placeholders },
      digest: digestOf([file?.digest ?? '', photo.digest, name, fields]),
    })
  } catch (error) {
    if (error instanceof UsageError) return err(invalid(error.message.replace(/^--/, '')))
    throw error
  }
}

const pairOf = (text: string): [string, string] => {
  const at = text.indexOf('=')
  return at > 0 ? [text.slice(0, at), text.slice(at + 1)] : ['', '']
}

const digestOf = (parts: unknown) => createHash('sha256').update(JSON.stringify(parts)).digest('hex')
