import { newId } from '#client/kit/base/ids.ts'
import { loadFont } from '#client/kit/fonts/load.ts'
import { computePhotoColors } from '#client/layers/shared/photoColors.ts'
import { type PaintReduced, withReadableColors } from '#client/layers/text/automaticColors.ts'
import { faceFor } from '#client/layers/text/schema.ts'
import type { AssetStore } from '#client/model/assets/store.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { type AppliedTemplate, applyTemplate, type Template } from './applyTemplate.ts'
import { textsOf } from './withTexts.ts'

/**
 * Applies a template to the photo of `doc`, in the photo's colors. Text layers without colors of the user get colors
 * that can be read. @throws Error for a document without a photo, and the painter's errors
 */
export async function applyTemplateTo(
  template: Template,
  doc: DocumentSnapshot,
  assets: AssetStore,
  paint: PaintReduced,
): Promise<AppliedTemplate> {
  const { photo, separation } = doc
  if (!photo) throw new Error('the document has no photo')
  await loadTemplateFonts(template.document)
  const adapts = template.layout && separation
  const colors = adapts ? await computePhotoColors(doc, assets) : null
  const matte = adapts ? matteOf(doc, assets) : null
  const applied = applyTemplate(template, { photo, separation, matte, colors }, newId)
  return { ...applied, document: await withReadableColors(applied.document, assets, paint) }
}

/**
 * Loads the fonts of all text layers of a document, because text layers are measured before they are painted. A
 * fallback font replaces a missing font.
 */
async function loadTemplateFonts(doc: DocumentSnapshot): Promise<void> {
  await Promise.all(textsOf(doc).map((text) => loadFont(...faceFor(text))))
}
