/**
 * The document: everything undo restores and export paints. Plain JSON, no pixels, no class instances.
 * Pixels are named by AssetId and live in the asset store.
 */

import { tuneFields } from '#shaders/tune/enhancements.ts'
import { defaults } from '../../kit/base/fields.ts'
import type { Rect, Size } from '../../kit/base/geometry.ts'
import type { AssetId, LayerId } from '../../kit/base/ids.ts'
import type { Immutable } from '../../kit/base/immutable.ts'
import type { Backdrop } from './backdrop.ts'
import { type MaskEdits, maskEditFields } from './maskEdits.ts'
import type { Tune } from './tune.ts'

export type Placement = 'background' | 'foreground'

/** What every layer kind shares; the rest of a layer is its kind's own fields. */
export interface LayerBase {
  id: LayerId
  kind: string
  placement: Placement
  /** What the user calls it; absent = as its kind does. */
  name?: string
  /** Neither painted nor exported, until it is shown again. */
  isHidden?: true
  /** Stays where it is: the canvas cannot grab it. */
  isLocked?: true
}

export interface Photo extends Size {
  asset: AssetId
  name: string
  /** False when every pixel is known to be opaque: the export then has no alpha channel. */
  hasAlpha: boolean
}

/** What the user has pointed at, in order; places are photo px. Of it the matte was drawn. */
export interface Chosen {
  /** What it began with: what was found by itself, nothing, people, or one of the hypotheses by number. */
  start: 'found' | 'nothing' | 'people' | number
  choices: { adds: boolean; points: { x: number; y: number; kind: 'in' | 'out' | 'box-start' | 'box-end' }[] }[]
}

/** The separation result. `matte` is one coverage byte per photo pixel. */
export interface Separation {
  matte: AssetId
  model: string
  /** Absent = found without being told anything. */
  chosen?: Chosen
  /** The smallest box around the subject, document px; the whole photo where nobody is. */
  box: Rect
}

export interface Document<L extends LayerBase = LayerBase> {
  photo: Photo | null
  separation: Separation | null
  /** Over the separation's matte, whichever that is. */
  mend: MaskEdits
  backdrop: Backdrop
  tune: Tune
  /** Keyed, so that a layer's proxy survives reordering. */
  layers: Record<LayerId, L>
  /** Back to front within each side of the subject; the stack is derived (`layers/order.ts`). */
  order: LayerId[]
}

export type DocumentSnapshot<L extends LayerBase = LayerBase> = Immutable<Document<L>>

export const emptyDocument = (): Document => ({
  photo: null,
  separation: null,
  mend: defaults(maskEditFields),
  backdrop: { type: 'original' },
  tune: { image: defaults(tuneFields), foreground: defaults(tuneFields), background: defaults(tuneFields) },
  layers: {},
  order: [],
})

/** The one layer of a kind that a document holds at most once. */
export const layerOfKind = <L extends { readonly kind: string }>(
  doc: { readonly layers: Readonly<Record<LayerId, L>> },
  kind: string,
): L | undefined => Object.values<L>(doc.layers).find((layer) => layer.kind === kind)

/** The background and the subject come with the photo: they are neither added nor removed. All other layers are the user's. */
export const isPhotoLayer = ({ kind }: { readonly kind: string }): boolean =>
  kind === 'background' || kind === 'subject'

/** FNV's 64-bit prime less 2 ** 40, which shifts the lower half into the upper. */
const PRIME = 0x1b3

/** Equal documents have equal hashes, whatever order their keys were written in. FNV-1a, 64 bit in halves of 32. */
export function stateHash(doc: DocumentSnapshot): string {
  const text = JSON.stringify(doc, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
  let [high, low] = [0xcbf29ce4, 0x84222325]
  for (let i = 0; i < text.length; i++) {
    const mixed = (low ^ text.charCodeAt(i)) >>> 0
    const product = mixed * PRIME
    high = (high * PRIME + ((mixed << 8) >>> 0) + Math.floor(product / 2 ** 32)) >>> 0
    low = product >>> 0
  }
  return [high, low].map((half) => half.toString(16).padStart(8, '0')).join('')
}
