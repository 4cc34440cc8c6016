import { newId } from '#client/kit/values/ids.ts'
import { computePhotoColors } from '#client/layers/colors/photoColors.ts'
import { type PaintReduced, withReadableColors } from '#client/layers/text/automaticColors.ts'
import type { AssetStore } from '#client/model/assets/store.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { type AppliedTemplate, applyTemplate, type Template } from './applyTemplate.ts'
import { loadTextFonts } from './withTexts.ts'

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
  return { ...applied, document: await withReadableColors(applied.document, assets, paint) }
}
