import { loadFont } from '../../kit/fonts/load.ts'
import { computePhotoColors } from '../../layers/shared/photoColors.ts'
import { weightOf } from '../../layers/text/paint/measure.ts'
import type { Document } from '../../model/document/document.ts'
import { type Session, snapshotOf } from '../../model/session/session.ts'
import { matteOf } from '../../render/matting/mask-edits/editedMattes.ts'
import { designColors } from './colors.ts'
import { composeDesign } from './compose.ts'
import { DESIGNS } from './table.ts'

/** Returns the document of one of our designs on the open photo, in the photo's colours; null when there is none. */
export async function composeOurs(id: string, session: Session): Promise<Document | null> {
  const design = DESIGNS.find((each) => each.id === id)
  if (!design) return null
  const doc = snapshotOf(session)
  const found = await computePhotoColors(doc, session.assets)
  const colors = designColors(found ?? { subject: [], background: [] }, design.hue)
  const fonts = design.items(colors).flatMap((item) => {
    if (item.kind !== 'text') return []
    const { fontFamily = '', fontWeight = 400 } = item.look
    return [loadFont(fontFamily, weightOf(fontWeight))]
  })
  await Promise.all(fonts) // without them the words are measured in the fallback
  return composeDesign(design, { ...doc, matte: matteOf(doc, session.assets) }, colors)
}
