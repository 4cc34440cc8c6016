/** The part of `npm run eval -- --weave` that runs in the browser. */

import { loadFont } from '#client/kit/fonts/load.ts'
import { defaults } from '#client/kit/values/fields.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import { lettersIn } from '#client/layers/text/front.ts'
import { type TextLayer, textFields } from '#client/layers/text/schema.ts'
import { fittedFontSize } from '#client/layers/text/transform.ts'
import { letterFinder, wovenFront } from '#client/layers/text/weave.ts'
import { AssetStore } from '#client/model/assets/store.ts'
import { pictureRect } from '#client/model/document/crop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { openCase } from '../contrast/page.ts'
import type { Case } from '../page.ts'

export interface WovenWord {
  text: string
  front: string
  /** The hidden fraction of each letter's painted pixels. */
  before: number[]
  after: number[]
}

/** Longer side of the compared images, px. Every `STEP`-th px of each row and column is compared. */
const [SIDE, STEP] = [480, 2]
/** The color of the letters, which photos don't contain. */
const COLOR = '#ff00ff'

/**
 * Paints each word over the middle of the photo, as wide as the image. Resolves with the fraction of each letter that
 * the subject hides, before and after Weave. @throws Error if the photo has no matte, or if nothing is painted
 */
export async function weaveWords(one: Case, words: readonly string[]): Promise<WovenWord[]> {
  const assets = new AssetStore()
  const { doc, paint } = await openCase(one, assets)
  const matte = matteOf(doc, assets)
  if (!matte) throw new Error('no matte')
  await loadFont('Inter', 700)
  const measured: WovenWord[] = []
  for (const text of words) {
    const id = 'text' as LayerId
    const base: TextLayer = { ...defaults(textFields), text, color: COLOR, id, kind: 'text', placement: 'background' }
    const layer = { ...base, fontSize: fittedFontSize(base, pictureRect(doc)) }
    const front = wovenFront(layer, doc, matte)
    const plain = await ink({ ...layer, placement: 'foreground' })
    const hidden = async (front: string) => hiddenOf(layer, doc, plain, await ink({ ...layer, front }))
    measured.push({ text, front, before: await hidden(''), after: await hidden(front) })
  }
  assets.destroy()
  return measured

  async function ink(layer: TextLayer) {
    const painted = await paint(
      { ...doc, layers: { ...doc.layers, [layer.id]: layer }, order: [...doc.order, layer.id] },
      SIDE,
    )
    if (!painted) throw new Error('nothing painted')
    return painted
  }
}

type Pixels = Pick<ImageData, 'width' | 'height'> & { pixels: Uint8ClampedArray }

/** Returns the fraction of each letter's pixels in `plain` that a different color covers in `shown`. */
function hiddenOf(layer: TextLayer, doc: DocumentSnapshot, plain: Pixels, shown: Pixels): number[] {
  const counts = lettersIn(layer.text).map(() => ({ all: 0, hidden: 0 }))
  const scale = pictureRect(doc).width / plain.width
  const findLetter = letterFinder(layer, doc)
  for (let y = 0; y < plain.height; y += STEP)
    for (let x = 0; x < plain.width; x += STEP) {
      const i = 4 * (y * plain.width + x)
      if (!isInk(plain.pixels, i)) continue
      const letter = findLetter({ x: (x + 0.5) * scale, y: (y + 0.5) * scale }, 0)
      const count = counts[letter ?? -1]
      if (!count) continue
      count.all++
      if (!isInk(shown.pixels, i)) count.hidden++
    }
  return counts.map(({ all, hidden }) => (all > 0 ? hidden / all : 0))
}

/** Returns true if the letters' color covers at least about half of a px. */
const isInk = (pixels: Uint8ClampedArray, i: number) =>
  (pixels[i] ?? 0) > 127 && (pixels[i + 1] ?? 255) < 128 && (pixels[i + 2] ?? 0) > 127
