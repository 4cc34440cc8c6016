/** A design of ours: layers without a photo, laid out in fractions of the picture. */

import type { BlendMode } from '#shaders/blend/modes.ts'
import type { TuneSettings } from '#shaders/tune/enhancements.ts'
import type { Hex } from '../../kit/base/fields.ts'
import type { Rect } from '../../kit/base/geometry.ts'
import type { ShapeLayer } from '../../layers/shape/schema.ts'
import type { TextValues } from '../../layers/text/schema.ts'
import type { ColorBackdrop } from '../../model/document/backdrop.ts'
import type { CropFormat } from '../../model/document/crop.ts'
import type { Placement } from '../../model/document/document.ts'

/** Colours of one hue, that of the photo's most vivid colour. Each has a fixed OKLab lightness, so contrasts are known. */
export interface DesignColors {
  /** L 0.96: paper. */
  pale: Hex
  /** L 0.88. */
  soft: Hex
  /** L 0.78. */
  bright: Hex
  /** L 0.6. */
  strong: Hex
  /** L 0.4. */
  rich: Hex
  /** L 0.2: ink. */
  deep: Hex
}

/** Partial values of a kind; groups are partial too. */
type Look<V> = { [K in keyof V]?: V[K] extends string | number | boolean ? V[K] : Partial<V[K]> }

/** Left, top, width and height in fractions of the picture. */
export type Area = readonly [left: number, top: number, width: number, height: number]

interface Item {
  /** The largest box that the layer may take. It is as large as fits. */
  area: Area
  /** Further places: the layer takes the one where the subject hides least of it, the earlier one of similar ones. */
  elsewhere?: readonly Area[]
  /** Where in its area a smaller layer stands; both default to the centre. */
  align?: 'left' | 'center' | 'right'
  alignY?: 'top' | 'center' | 'bottom'
  placement: Placement
  blendMode?: BlendMode
  anchor?: 'subject'
  /** A press on the canvas goes through it to what lies behind. */
  isLocked?: true
}

/**
 * A text layer of a design. It is as large as fits into its area. A text behind the subject comes in front where the
 * subject would hide more than half of it, unless it is an ornament.
 */
export interface TextItem extends Item {
  kind: 'text'
  /** A text that need not be read: it stays behind the subject, however much of it is hidden. */
  isOrnament?: true
  /** English; translated when the design is used. */
  words: string
  isUpperCase?: true
  /** Padding of a background box around the letters, em. Absent = no box. */
  box?: { color: Hex; across: number; down: number; radius?: number }
  /** The values that differ from the fields' defaults. */
  look: Look<TextValues>
}

/** A shape layer of a design. */
export interface ShapeItem extends Item {
  kind: 'shape'
  /** `cover`: the shape covers all of its area. */
  fit?: 'cover'
  /** The values that differ from the fields' defaults. */
  look: Look<Omit<ShapeLayer, 'id' | 'kind' | 'placement'>>
  /** Stroke width of a shape that is not filled, in fractions of the picture's shorter side. */
  stroke?: number
}

/** A sticker of a design. `rotation`: degrees clockwise. */
export interface EmojiItem extends Item {
  kind: 'sticker'
  emoji: string
  rotation?: number
}

/** A layer of a design. */
export type DesignItem = TextItem | ShapeItem | EmojiItem

/** A design of ours. */
export interface Design {
  /** Lower case and hyphens; names the thumbnail. */
  id: string
  /** English; translated when shown. */
  name: string
  format: CropFormat
  /** Hue of the colours (OKLab degrees) where the photo has no vivid colour. */
  hue: number
  /** Absent = the photo's own background stays. */
  backdrop?(colors: DesignColors): Partial<ColorBackdrop>
  tune?: Partial<Record<'image' | 'foreground' | 'background', Partial<TuneSettings>>>
  /** Where the subject stands; only with a backdrop. A subject that the photo's edge cuts stands at that edge. */
  subject?: {
    area: Area
    /** The subject stands beside the words: the layout is mirrored where the photo's left edge cuts it. */
    isAside?: true
    /** Where a cut at the photo's lower edge is hidden, in fractions of the picture; absent = at its own lower edge. */
    floor?: number
    outline?(colors: DesignColors): { color: Hex /** Fraction of the picture's shorter side. */; width: number }
  }
  /** Back to front. */
  items(colors: DesignColors): readonly DesignItem[]
}

/** Converts an area to document px. `picture`: the part of the canvas that is shown, document px. */
export const areaIn = ([left, top, width, height]: Area, picture: Rect): Rect => ({
  x: picture.x + left * picture.width,
  y: picture.y + top * picture.height,
  width: width * picture.width,
  height: height * picture.height,
})

/** Returns the area on the other side of the picture. */
export const mirrored = ([left, top, width, height]: Area): Area => [1 - left - width, top, width, height]
