/** Provides the layers of a document as separate images, for layered file formats. */
import { IDENTITY } from '#client/kit/geometry/affine.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { converted } from '#client/kit/pixels/color-space/colorSpace.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { type DocumentSnapshot, type LayerBase, layerOfKind } from '#client/model/document/document.ts'
import { activeLens } from '#client/model/document/lens.ts'
import type { Painter } from '#client/render/compositor/painter.ts'
import { withHalves } from '#client/render/halves.ts'
import type { GainPart, Placed } from '#client/render/kind.ts'
import { isMerged, liftedLayers, withoutMerged } from '#client/render/objects/lifted.ts'
import { isSubjectPainted } from '#client/render/photo/branches.ts'
import { subjectMap } from '#client/render/photo/subjectPlacement.ts'
import { depthsOf, withDepths } from '#client/render/planes.ts'
import type { Rgb } from '#shaders/lib/color.ts'
import type { LayerSource, PixelSource } from './pixelSource.ts'

/**
 * Creates a painter of a document. `scale`: output px per document px, by default the scale of an export at original
 * size. `gains`: gain maps to paint instead of the colors. Resolves when the renderer is ready. The caller destroys
 * the painter.
 */
export type CreatePainter = (
  doc: DocumentSnapshot,
  scale?: number,
  gains?: GainPart,
) => Promise<
  Pick<Painter, 'size' | 'opaque' | 'maxSide' | 'paint' | 'destroy'> & Partial<Pick<Painter, 'colorSpace' | 'fileOf'>>
>

/** The functions of an export that paint a document and name its layers. */
export interface PictureGraphics {
  createPainter: CreatePainter
  /** Returns all layers back to front, including hidden layers, with the names that the user sees. */
  stackOf(doc: DocumentSnapshot): readonly { id: LayerId; name: string }[]
  /** Returns boxes around the letters of a text layer in reading order, in document px. See `LayerKind.letters`. */
  lettersOf?(layer: Immutable<LayerBase>, doc: DocumentSnapshot): Placed[]
}

/**
 * Returns the layers of a layered file, back to front. Composited with their opacities and blend modes, the layers
 * equal the image except for rounding, with two exceptions. First, the layers show a translucent photo below its
 * subject, but the image doesn't. Second, a lens mixes blurred layers in linear light, but layered files mix encoded
 * colors. Text with some letters in front of the subject becomes two layers. A layer's pixels don't include its
 * opacity, unless the layer has a shadow or a 3D effect. If the scene doesn't paint the subject or a lifted object
 * separately, its layer is hidden.
 */
export function pictureLayers(stored: DocumentSnapshot, scale: number, graphics: PictureGraphics): LayerSource[] {
  const doc = withHalves(stored)
  const merged = new Set(liftedLayers(doc).flatMap((object) => (isMerged(doc, object) ? [object.id] : [])))
  const stack = graphics.stackOf(doc)
  const rest = activeLens(doc) ? withDepths(doc, depthsOf(doc, stack)) : withoutMerged(doc)
  return stack.flatMap(({ id, name }) => {
    const layer = doc.layers[id]
    const source = layer && layerSource({ ...layer, name }, rest, scale, graphics)
    return source ? [merged.has(id) ? { ...source, isHidden: true } : source] : []
  })
}

type NamedLayer = Immutable<LayerBase> & { name: string }

function layerSource(
  layer: NamedLayer,
  doc: DocumentSnapshot,
  scale: number,
  { createPainter }: PictureGraphics,
): LayerSource | null {
  const { id, name, kind } = layer
  const alone = { ...doc, order: [id] }
  const isHidden = layer.isHidden === true
  switch (kind) {
    case 'background': {
      const { backdrop } = doc
      if (backdrop.type === 'transparent') return null
      if (backdrop.type === 'original')
        return { name, isHidden, opacity: 1, open: () => createPainter(unhide(alone, layer), scale) }
      const full = { ...alone, backdrop: { ...backdrop, opacity: 100 } }
      return { name, isHidden, opacity: backdrop.opacity / 100, open: () => createPainter(unhide(full, layer), scale) }
    }
    case 'subject': {
      if (!doc.separation) return null
      const isNeeded = isSubjectPainted(doc)
      const cutout = isNeeded ? alone : { ...alone, backdrop: { type: 'transparent' as const } }
      const isInPlace = subjectMap(doc) === IDENTITY && doc.backdrop.type !== 'image' && !activeLens(doc)
      return {
        name,
        isHidden: isHidden || !isNeeded,
        opacity: 1,
        open: () => createPainter(unhide(cutout, layer), scale),
        ...(isInPlace ? { openUnmasked: () => createPainter(wholePhoto(doc), scale) } : {}),
      }
    }
    default: {
      const isOwn = 'opacity' in layer && typeof layer.opacity === 'number' && !hasUnderlay(layer)
      const opacity = isOwn ? (layer.opacity as number) : 100
      const full = isOwn ? { ...layer, opacity: 100 } : layer
      const { blendMode } = layer
      return {
        name,
        isHidden,
        blendMode,
        opacity: opacity / 100,
        open: () => createPainter(unhide(alone, full), scale),
      }
    }
  }
}

/** Fields of effects that are painted below the layer's own pixels. */
const UNDERLAYS = ['shadow', 'threeDEffect']

/**
 * Returns true if an effect is painted below the layer's own pixels. In the image, the layer's opacity applies to
 * effect and pixels separately, so the effect is visible through translucent pixels. One opacity for both would look
 * different.
 */
const hasUnderlay = (layer: object): boolean =>
  Object.entries(layer).some(([name, effect]) => UNDERLAYS.includes(name) && effect?.enabled === true)

/** Returns the document with `layer` made visible. */
function unhide(doc: DocumentSnapshot, { isHidden: _, ...layer }: NamedLayer): DocumentSnapshot {
  return { ...doc, layers: { ...doc.layers, [layer.id]: layer } }
}

/** Returns a document that shows the whole photo with the subject's enhancements, and without fills. */
function wholePhoto(doc: DocumentSnapshot): DocumentSnapshot {
  const background = layerOfKind(doc, 'background')
  return {
    ...doc,
    separation: null,
    backdrop: { type: 'original' },
    tune: { ...doc.tune, image: doc.tune.foreground },
    layers: background ? { [background.id]: background } : {},
    order: background ? [background.id] : [],
  }
}

/** Returns an opaque layer in the image's size and color space, filled with one sRGB color. */
export const colorLayer = (source: PixelSource, color: Rgb): LayerSource => ({
  name: t('Background color'),
  isHidden: false,
  opacity: 1,
  open: async () => ({
    ...source,
    opaque: true,
    async paint({ width, height }, into) {
      const pixels = into ?? new Uint8Array(4 * width * height)
      const own = converted(color, 'srgb', source.colorSpace ?? 'srgb')
      const rgba = [...own.map((value) => Math.round(255 * value)), 255]
      for (let i = 0; i < pixels.length; i += 4) pixels.set(rgba, i)
      return pixels
    },
    destroy() {},
  }),
})
