import { err, ok, type Result } from '#client/kit/values/result.ts'
import { liftedLayers } from '#client/render/objects/lifted.ts'
import { parseTemplateLayout } from '../template/templateLayout.ts'
import { MAX_LAYERS, parseDocument } from './parseDocument.ts'
import {
  type AssetEntry,
  type FontEntry,
  MAX_NAME_LENGTH,
  PROJECT_VERSION,
  type Project,
  type ProjectError,
} from './project.ts'
import {
  finite,
  hash,
  InvalidProjectError,
  id,
  type JsonRecord,
  jsonArray,
  jsonRecord,
  pixels,
  text,
} from './validate.ts'

/** A layer has at most one asset of its own. `isDecodable` limits the pixels of all assets. */
const MAX_ASSETS = MAX_LAYERS
const MAX_FONTS = 100

/**
 * Checks a project's version. 'newer' differs from 'damaged', because the user can get a newer editor by reloading the
 * page.
 */
export function checkVersion(version: unknown): Result<void, 'newer' | 'damaged'> {
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) return err('damaged')
  return version > PROJECT_VERSION ? err('newer') : ok(undefined)
}

/** Parses a project from untrusted JSON. If the project is invalid, returns the error 'damaged'. */
export function parseProject(raw: unknown): Result<Project, ProjectError> {
  try {
    const { name, ownName = '', savedAt, document, assets, fonts = [], isDesign, layout } = jsonRecord(raw)
    const project: Project = {
      name: text(name),
      ...(ownName !== '' && { ownName: text(ownName, MAX_NAME_LENGTH) }),
      savedAt: finite(savedAt),
      document: parseDocument(document),
      assets: jsonArray(assets, MAX_ASSETS).map((entry) => parseEntry(jsonRecord(entry))),
      // absent if the project was saved before fonts could be imported
      fonts: jsonArray(fonts, MAX_FONTS).map((entry) => parseFont(jsonRecord(entry))),
      ...(isDesign === true && { isDesign }),
      ...(layout !== undefined && { layout: parseTemplateLayout(jsonRecord(layout)) }),
    }
    return holdsTogether(project) ? ok(project) : err('damaged')
  } catch (error) {
    if (error instanceof InvalidProjectError) return err('damaged')
    throw error
  }
}

const parseFont = (raw: JsonRecord): FontEntry => ({ name: text(raw.name, 100), part: hash(raw.part) })

function parseEntry(raw: JsonRecord): AssetEntry {
  const shared = {
    id: id<AssetEntry['id']>(raw.id),
    part: hash(raw.part),
    width: pixels(raw.width),
    height: pixels(raw.height),
  }
  switch (raw.kind) {
    case 'bitmap':
      return { kind: 'bitmap', ...shared, cut: raw.cut === null ? null : hash(raw.cut) }
    case 'matte':
      return { kind: 'matte', ...shared }
    default:
      throw new InvalidProjectError('no asset')
  }
}

/**
 * Returns true if the assets include the photo, its matte, the mattes of its objects and the background image, with the
 * sizes that the document states. A template needs neither photo nor mattes.
 */
function holdsTogether({
  document,
  assets,
  isDesign = false,
}: Omit<Project, 'isDesign'> & { isDesign?: boolean }): boolean {
  const { photo, separation, backdrop } = document
  if (new Set(assets.map((entry) => entry.id)).size !== assets.length) return false
  const isThere = (kind: AssetEntry['kind'], id: string, { width, height }: { width: number; height: number }) =>
    assets.some((entry) => entry.kind === kind && entry.id === id && entry.width === width && entry.height === height)
  return (
    photo !== null &&
    (isDesign || isThere('bitmap', photo.asset, photo)) &&
    (isDesign || separation === null || isThere('matte', separation.matte, photo)) &&
    (isDesign || liftedLayers(document).every(({ lifted }) => isThere('matte', lifted.matte, photo))) &&
    (backdrop.type !== 'image' || isThere('bitmap', backdrop.asset, backdrop))
  )
}
