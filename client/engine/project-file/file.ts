/**
 * A project file is a ZIP with a checksum. It isn't compressed, because images and mattes are already compressed. It
 * therefore can't be a ZIP bomb, and any archive tool can extract the photo. `limitDecoding` limits the memory for
 * decoding. `project.json` is the first entry and identifies the format. `content.json` contains the project. All other
 * entries are parts, which are named by their hash. Other names are rejected, which prevents path traversal.
 */
import { strFromU8, strToU8, type UnzipFileInfo, unzipSync, type Zippable, zipSync } from 'fflate'
import { readBytes } from '#client/kit/bytes/bytes.ts'
import { sha256 } from '#client/kit/bytes/sha256.ts'
import { err, ok, type Result } from '#client/kit/values/result.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { isDecodable, limitDecoding } from './decodingBudget.ts'
import { checkVersion, parseProject } from './parseProject.ts'
import { MAX_FILE_BYTES, type Parts, PROJECT_VERSION, type Project, type ProjectError } from './project.ts'
import { type JsonRecord, jsonRecord } from './validate.ts'

export const PROJECT_EXTENSION = '.midground'

const FORMAT = 'midground project'
const HEAD = 'project.json'
const CONTENT = 'content.json'
const PART = 'parts/'
const NAMES = /^(?:project\.json|content\.json|parts\/[0-9a-f]{64})$/

/** Maximum size of the document's JSON in bytes. */
const MAX_CONTENT_BYTES = 32e6
/** Maximum number of objects, arrays and property names in a document. A point of a drawing counts as three. */
const MAX_VALUES = 1.5e6
/**
 * Maximum number of different pairs of successive property names. A valid document has at most about 80,000 pairs: the
 * ids of 20,000 layers each occur twice, each time in two pairs. The schema adds a few pairs.
 */
const MAX_PAIRS = 100_000
/** The earliest date that ZIP can store. */
const NO_DATE = new Date(1980, 0, 1)

/** Media type of project files, as in the web app's manifest. For a ZIP's type, Android appends ".zip" to the name. */
const MIME_TYPE = 'application/x-midground'

/** Returns true for the name of a project file, even if a system has mistaken the file for a ZIP. */
export const isProjectFile = ({ name }: { name: string }): boolean => /\.midground(\.zip)?$/i.test(name)

type Bytes = Uint8Array<ArrayBuffer>
type WrittenProject = Omit<Project, 'document'> & { document: DocumentSnapshot }

const contentOf = (project: WrittenProject): Bytes => strToU8(JSON.stringify(project))

/** Writes a project file. Equal projects yield equal bytes. */
export async function writeProjectFile(project: WrittenProject, parts: Parts): Promise<Blob> {
  const head = { format: FORMAT, version: PROJECT_VERSION }
  const entries: Zippable = { [HEAD]: strToU8(JSON.stringify(head)), [CONTENT]: contentOf(project) }
  for (const [hash, blob] of parts) entries[PART + hash] = new Uint8Array(await blob.arrayBuffer())
  return new Blob([await withChecksum(zipSync(entries, { level: 0, mtime: NO_DATE }))], { type: MIME_TYPE })
}

/** Returns false if the project exceeds a limit of `readProjectFile`, which would reject the written file. */
export function isReadable(file: Blob, project: WrittenProject): boolean {
  const content = contentOf(project)
  const isWithin = file.size <= MAX_FILE_BYTES && isDecodable(project.assets) && isParsable(content)
  return isWithin && parseProject(recordIn(content)).ok
}

/**
 * Reads a project file. Fails with any ProjectError but 'aborted'. Never rejects. `unpack` later checks the parts
 * against their hashes.
 */
export async function readProjectFile(file: Blob): Promise<Result<{ project: Project; parts: Parts }, ProjectError>> {
  if (file.size > MAX_FILE_BYTES) return err('too-large')
  const start = await readBytes(file.slice(0, 64))
  if (start && !isOurs(start)) return err('not-a-project')
  const bytes = start && (await readBytes(file))
  const entries = bytes && (await hasValidChecksum(bytes)) ? unzip(bytes) : null
  if (!entries) return err('damaged')
  if (![HEAD, CONTENT].every((name) => isParsable(entries.get(name)))) return err('too-large')
  const head = recordIn(entries.get(HEAD))
  if (head?.format !== FORMAT) return err('not-a-project')
  const version = checkVersion(head.version)
  if (!version.ok) return version
  const project = parseProject(recordIn(entries.get(CONTENT)))
  if (!project.ok) return project
  const parts = new Map(
    [...entries].flatMap(([name, part]) => (name.startsWith(PART) ? [[name.slice(PART.length), part]] : [])),
  )
  const limited = limitDecoding(project.value, parts)
  if (!limited.ok) return limited
  return ok({ project: limited.value, parts: new Map([...parts].map(([hash, part]) => [hash, new Blob([part])])) })
}

/**
 * Returns true if the first entry of a ZIP is `project.json`. Checks the entry's signature, and its name, which starts
 * at byte 30.
 */
const isOurs = (bytes: Bytes): boolean =>
  strFromU8(bytes.subarray(0, 2), true) === 'PK' && strFromU8(bytes.subarray(30, 30 + HEAD.length), true) === HEAD

/**
 * Returns the entries by name. Returns null if the archive is invalid, or if an entry occurs twice, is compressed, or
 * has a name that projects don't use. Also returns null if the declared sizes exceed the file's size.
 */
function unzip(bytes: Bytes): ReadonlyMap<string, Bytes> | null {
  const names = new Set<string>()
  let isStrange = false
  let total = 0
  const isSound = ({ name, compression, size, originalSize }: UnzipFileInfo) => {
    total += size
    if (names.has(name) || !NAMES.test(name) || compression !== 0 || size !== originalSize || total > bytes.length)
      isStrange = true
    names.add(name)
    return !isStrange
  }
  try {
    const entries = unzipSync(bytes, { filter: isSound })
    return isStrange ? null : new Map(Object.entries(entries) as [string, Bytes][])
  } catch {
    return null // fflate throws if the archive is truncated or corrupted
  }
}

const [QUOTE, COLON, BRACKET, BRACE] = [0x22, 0x3a, 0x5b, 0x7b]
/** 2³² divided by the golden ratio. Multiplying by this number spreads values over 32 bits (Knuth, TAOCP 3, 6.4). */
const GOLDEN = 0x9e3779b1

/**
 * Returns false if parsing the JSON would take too much memory or time, because of too many values or too many
 * different pairs of successive names. For the parser, a new name or pair costs much more than a value. The counts are
 * approximate: brackets and colons in text are counted too, and pairs with equal hashes count as one.
 */
function isParsable(json = new Uint8Array()): boolean {
  if (json.length > MAX_CONTENT_BYTES) return false
  const pairs = new Set<number>()
  let [count, previous] = [0, 0]
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]
    if (byte !== BRACKET && byte !== BRACE && byte !== COLON) continue
    if (byte === COLON) {
      const name = nameHash(json, at)
      pairs.add(Math.imul(previous, GOLDEN) ^ name)
      previous = name
    }
    if (++count > MAX_VALUES || pairs.size > MAX_PAIRS) return false
  }
  return true
}

/**
 * Returns the djb2 hash of the name before a colon. Uses only the last 40 bytes of the name, which is the length of an
 * id.
 */
function nameHash(json: Uint8Array, colon: number): number {
  let hash = 0
  for (let at = colon - 2; at > colon - 42 && json[at] !== QUOTE; at--) hash = (hash * 33 + (json[at] ?? 0)) | 0
  return hash
}

function recordIn(bytes: Bytes | undefined): JsonRecord | null {
  try {
    return bytes ? jsonRecord(JSON.parse(strFromU8(bytes))) : null
  } catch {
    return null
  }
}

/** Length of a hexadecimal SHA-256 digest. */
const DIGEST_CHARS = 64

/**
 * Returns a copy of a ZIP file with a checksum in the ZIP comment: the SHA-256 of all bytes before the comment. The
 * CRCs of ZIP aren't sufficient, because they don't cover names, dates and sizes. `zip` must not have a comment, so
 * that its last two bytes, the comment's length, are 0.
 */
export async function withChecksum(zip: Uint8Array): Promise<Bytes> {
  const out = new Uint8Array(zip.length + DIGEST_CHARS)
  out.set(zip)
  out[zip.length - 2] = DIGEST_CHARS
  out.set(strToU8(await sha256(out.subarray(0, zip.length))), zip.length)
  return out
}

/** Returns false if the file was changed, truncated, or written without a checksum. */
async function hasValidChecksum(file: Bytes): Promise<boolean> {
  const end = file.length - DIGEST_CHARS
  return end > 0 && strFromU8(file.subarray(end)) === (await sha256(file.subarray(0, end)))
}
