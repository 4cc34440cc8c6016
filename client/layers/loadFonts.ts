import { loadFont } from '../kit/fonts/load.ts'
import type { DocumentSnapshot } from '../model/document/document.ts'
import { weightOf } from './text/paint/measure.ts'

/**
 * Loads the fonts of all texts of a document. Texts are measured before they are painted, so their fonts have to be there. A
 * font that is missing is replaced.
 */
export async function loadFonts(doc: DocumentSnapshot): Promise<void> {
  const wanted = Object.values(doc.layers).flatMap((layer) =>
    'fontFamily' in layer && 'fontWeight' in layer
      ? [loadFont(String(layer.fontFamily), weightOf(Number(layer.fontWeight)))]
      : [],
  )
  await Promise.all(wanted)
}
