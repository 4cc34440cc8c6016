import { newId } from '#client/kit/values/ids.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { computePhotoColors } from '#client/layers/colors/photoColors.ts'
import { type PaintReduced, withReadableColors } from '#client/layers/text/automaticColors.ts'
import { AUTO } from '#client/layers/text/front.ts'
import type { TextLayer } from '#client/layers/text/schema.ts'
import { wovenFront } from '#client/layers/text/weave.ts'
import type { AssetStore } from '#client/model/assets/store.ts'
import type { Document, DocumentSnapshot } from '#client/model/document/document.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { type AppliedTemplate, applyTemplate, type Template } from './applyTemplate.ts'
import { loadTextFonts, textsOf } from './withTexts.ts'

/**
 * Applies a template to the photo of `doc`, in the photo's colors. Text whose colors the user hasn't set gets readable
 * colors. @throws Error if the document has no photo, and the painter's errors
 */
export async function applyTemplateTo(
  template: Template,
  doc: DocumentSnapshot,
  assets: AssetStore,
  paint: PaintReduced,
): Promise<AppliedTemplate> {
  const { photo, separation } = doc
  if (!photo) throw new Error('the document has no photo')
  await loadTextFonts(template.document)
  const colors = template.layout && separation ? await computePhotoColors(doc, assets) : null
  const matte = separation ? matteOf(doc, assets) : null
  const applied = applyTemplate(template, { photo, separation, matte, colors }, newId)
  const woven = weaveAgain(applied.document, template, assets)
  return { ...applied, document: await withReadableColors(woven, assets, paint) }
}

/**
 * Chooses again which letters are in front of the subject, so that text is readable on the document's photo. If this is
 * the template's own photo, only `front: 'auto'` is replaced.
 */
function weaveAgain(document: Document, template: Template, assets: AssetStore): Document {
  const isOwnPhoto = template.document.photo?.asset === document.photo?.asset
  const texts = textsOf(document).filter(({ front }) => front === AUTO || (front !== '' && !isOwnPhoto))
  const matte = texts.length > 0 ? matteOf(document, assets) : null
  const woven = texts.map((text) => {
    const layer = text as Immutable<TextLayer> // safe cast: `textsOf` returns only text layers
    return [text.id, { ...layer, front: matte ? wovenFront(layer, document, matte) : '' }]
  })
  return { ...document, layers: { ...document.layers, ...Object.fromEntries(woven) } }
}
