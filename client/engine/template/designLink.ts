/**
 * A design link: a template without images in the fragment of an address, `#design=1…`. Browsers don't send the
 * fragment to servers. After the version (1), the code is the template's JSON as raw deflate (RFC 1951) in base64url
 * (RFC 4648 §5). Settings with their default value are omitted.
 */
import { textOf } from '#client/kit/bytes/bytes.ts'
import { deflate, inflate } from '#client/kit/bytes/deflate.ts'
import { isOwnId } from '#client/kit/fonts/own/ownFonts.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { changedFields } from '#client/kit/values/fields.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { err, ok, type Result } from '#client/kit/values/result.ts'
import { kindOf } from '#client/layers/registry.ts'
import { textFields } from '#client/layers/text/schema.ts'
import { type CorePart, type DocumentSnapshot, type LayerBase, settingsRules } from '#client/model/document/document.ts'
import { DESIGN_FRAGMENT } from '#server/contract/pages/addresses.ts'
import { parseProject } from '../project-file/parseProject.ts'
import type { Project } from '../project-file/project.ts'
import type { Template } from './applyTemplate.ts'

const VERSION = '1'
/** Maximum accepted length of a code in characters. Built-in templates have at most 2,000. */
const MAX_CODE_LENGTH = 32_000
/** Maximum size of the decompressed JSON in bytes. Needed because a short code may decompress to gigabytes. */
const MAX_JSON_BYTES = 500_000

/**
 * Characters that could reorder the text around a name that a stranger has chosen: embeddings, overrides and isolates
 * (UAX 9).
 */
const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g

/** Why a link can't be opened. 'newer': the link was made by a newer version of the editor. */
export type DesignLinkError = 'damaged' | 'newer'

const ERRORS: Record<DesignLinkError, string> = {
  damaged: 'The link is damaged or incomplete. Ask for a new link. Your current work hasn’t changed.',
  newer: 'This link was made with a newer version of the editor. Reload the page and open the link again.',
}

/** Returns a message about a link that can't be opened, in the interface language. */
export const designErrorText = (error: DesignLinkError): string => t(ERRORS[error])

/** Returns the address on `page` that opens the design `code`, for example `https://…/custom-editor#design=1…`. */
export const designAddress = (page: URL, code: string): string =>
  `${page.origin}${page.pathname}${DESIGN_FRAGMENT}${code}`

/** Returns false if a link can't contain all parts of a template, because it has images or its author's own fonts. */
export function isWholeInLink({ backdrop, layers }: DocumentSnapshot): boolean {
  return backdrop.type !== 'image' && !Object.values(layers).some((layer) => hasPixels(layer) || hasOwnFont(layer))
}

const hasPixels = (layer: Immutable<LayerBase>) => (kindOf(layer.kind).assetOf?.(layer) ?? null) !== null
const hasOwnFont = (layer: Immutable<LayerBase>) =>
  'fontFamily' in layer && typeof layer.fontFamily === 'string' && isOwnId(layer.fontFamily)

/**
 * Returns the code of a template without its images and its author's own fonts. `template.document` doesn't contain the
 * photo's pixels.
 */
export async function encodeDesign({ name, document, layout }: Template & { name: string }): Promise<string> {
  const { photo, separation, backdrop, crop } = document
  const order = document.order.filter((id) => document.layers[id] && !hasPixels(document.layers[id]))
  const layers = order.map((id) => [id, shortLayer(document.layers[id] as Immutable<LayerBase>)])
  const short = {
    name,
    document: {
      photo: photo && { ...photo, asset: 'none', name: '' },
      separation: separation && { matte: 'none', model: '', box: separation.box },
      backdrop: backdrop.type === 'image' ? { type: 'original' } : backdrop,
      crop: crop ?? undefined, // JSON omits undefined
      ...Object.fromEntries(
        settingsRules.flatMap(([part, { fields, photoLabel }]) =>
          document[part] && !photoLabel ? [[part, changedFields(fields, document[part])]] : [],
        ),
      ),
      layers: Object.fromEntries(layers),
      order,
    } satisfies Record<CorePart, unknown>,
    ...(layout && { layout }),
  }
  const compressed = await deflate(new TextEncoder().encode(JSON.stringify(short)), 'deflate-raw')
  return VERSION + btoa(textOf(compressed)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/**
 * Parses a code, which may be hostile. The template is checked like a project file. Fails with a DesignLinkError. Never
 * rejects.
 */
export async function decodeDesign(code: string): Promise<Result<Project, DesignLinkError>> {
  if (/^[2-9]/.test(code)) return err('newer')
  if (!code.startsWith(VERSION) || code.length > MAX_CODE_LENGTH) return err('damaged')
  try {
    const base64 = code.slice(VERSION.length).replaceAll('-', '+').replaceAll('_', '/')
    const compressed = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const json = new TextDecoder('utf-8', { fatal: true }).decode(
      await inflate(compressed, MAX_JSON_BYTES, 'deflate-raw'),
    )
    const project = parseProject({ ...JSON.parse(json), savedAt: 0, isDesign: true, assets: [], fonts: [] })
    if (!project.ok || !isWholeInLink(project.value.document)) return err('damaged')
    return ok({ ...project.value, name: project.value.name.replace(DIRECTION_CONTROLS, '') })
  } catch {
    return err('damaged') // the code isn't valid base64url, deflate, UTF-8 or JSON
  }
}

/** Returns a layer without settings that have their default value, and without its author's own font. */
function shortLayer(layer: Immutable<LayerBase>): object {
  const { fields } = kindOf(layer.kind)
  const settings: object = hasOwnFont(layer) ? { ...layer, fontFamily: textFields.fontFamily.default } : layer
  // A hidden layer needs all its settings. If the background fill is missing, the parser switches it off, as in
  // projects of older versions.
  if (layer.isHidden) return settings
  const others = Object.entries(settings).filter(([name]) => !Object.hasOwn(fields, name))
  return { ...Object.fromEntries(others), ...changedFields(fields, settings as Record<string, unknown>) }
}
