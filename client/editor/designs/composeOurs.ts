import { loadFont } from '../../kit/fonts/load.ts'
import { computePhotoColors } from '../../layers/shared/photoColors.ts'
import { weightOf } from '../../layers/text/paint/measure.ts'
import type { AssetStore } from '../../model/assets/store.ts'
import type { Document, DocumentSnapshot } from '../../model/document/document.ts'
import { type Session, snapshotOf } from '../../model/session/session.ts'
import { matteOf } from '../../render/matting/mask-edits/editedMattes.ts'
import { designColors } from './colors.ts'
import { composeDesign } from './compose.ts'
import type { Design, DesignColors } from './design.ts'
import { DESIGNS } from './table.ts'

/** Returns the document of one of our designs on the open photo, in the photo's colours; null when there is none. */
export const composeOurs = (id: string, session: Session): Promise<Document | null> =>
  composeOursOn(id, snapshotOf(session), session.assets)

/**
 * The same on the photo of a document. `wordsOf` replaces the words of the design's texts, which are numbered from 0; a
 * text for which it returns undefined keeps its words.
 */
export async function composeOursOn(
  id: string,
  doc: DocumentSnapshot,
  assets: AssetStore,
  wordsOf: (index: number) => string | undefined = () => undefined,
): Promise<Document | null> {
  const found = DESIGNS.find((each) => each.id === id)
  if (!found) return null
  const design = withWords(found, wordsOf)
  const photoColors = await computePhotoColors(doc, assets)
  const colors = designColors(photoColors ?? { subject: [], background: [] }, design.hue)
  const fonts = design.items(colors).flatMap((item) => {
    if (item.kind !== 'text') return []
    const { fontFamily = '', fontWeight = 400 } = item.look
    return [loadFont(fontFamily, weightOf(fontWeight))]
  })
  await Promise.all(fonts) // without them the words are measured in the fallback
  return composeDesign(design, { ...doc, matte: matteOf(doc, assets) }, colors)
}

function withWords(design: Design, wordsOf: (index: number) => string | undefined): Design {
  const items = (colors: DesignColors) => {
    let index = 0
    return design.items(colors).map((item) => {
      const words = item.kind === 'text' ? wordsOf(index++) : undefined
      return item.kind === 'text' && words !== undefined ? { ...item, words } : item
    })
  }
  return { ...design, items }
}
