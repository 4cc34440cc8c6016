/** Geometry of shadows: converts settings to uniforms. */
import {
  type Affine,
  axisScales,
  compose,
  IDENTITY,
  invert,
  scalingMatrix,
  transformedBounds,
  transformPoint,
  translationMatrix,
} from '#client/kit/geometry/affine.ts'
import { type Rect, radiansOf } from '#client/kit/geometry/geometry.ts'
import { expandRect, intersection, union } from '#client/kit/geometry/rect.ts'
import type { ColorSpace } from '#client/kit/pixels/color-space/colorSpace.ts'
import { rgbOf } from '../lib/color.ts'
import type { UniformValues } from '../lib/pass.ts'

/**
 * Settings of a layer's shadow. Lengths are percent of the caster's longer side. Angles are degrees clockwise from the
 * right.
 */
export interface ShadowSettings {
  type: 'drop' | 'ground'
  /** Color as `#rgb` or `#rrggbb`, sRGB. */
  color: string
  /** Opacity, percent, 0..100. */
  opacity: number
  /** Direction from the layer to its drop shadow, degrees. */
  angle: number
  /** For `drop`: distance in the direction `angle`, percent of the longer side. */
  distance: number
  /** For `drop`: blur radius, which is twice the standard deviation, as in CSS. Percent of the longer side. */
  blur: number
  /** For `ground`: direction from the layer's foot to its shadow's tip, degrees. */
  direction: number
  /** For `ground`: length of the shadow, percent of the caster's height. */
  length: number
  /**
   * For `ground`: increase of the blur with the distance from the ground line (the caster's lowest edge). At 100 the
   * standard deviation grows by 0.15 of the height above the ground line.
   */
  softness: number
  /** For `ground`: strength of the dark contact line, percent. */
  contact: number
}

/** Side of a silhouette, texels. The mip levels of a power of two are exact. */
export const SILHOUETTE_SIDE = 1024

/** The caster of a shadow (a layer) at the time when its silhouette was taken. */
export interface Caster {
  /** Longer side of the layer in document px. */
  unit: number
  /** Bounds of the layer's silhouette in document px. */
  bounds: Rect
  /** Ground line, which is the lowest edge of the silhouette, in document px. */
  bottom: number
  /** Document point of the silhouette's texel corner (0, 0). */
  origin: { x: number; y: number }
  /** Texels of the silhouette per document px. */
  density: number
}

/** Types of the uniforms that `planShadow` returns. */
export const SHADOW_UNIFORMS = {
  uShift: 'vec2<f32>',
  uAlong: 'vec2<f32>',
  uDown: 'vec2<f32>',
  uSigma: 'vec3<f32>',
  uHeight: 'vec2<f32>',
  uOpacity: 'f32',
  uContact: 'vec4<f32>',
  uContactPlace: 'vec4<f32>',
  uInk: 'vec3<f32>',
} as const

/** Uniforms, documented in shadow.frag. */
export type ShadowUniforms = UniformValues<typeof SHADOW_UNIFORMS>

/**
 * Increase of a ground shadow's standard deviation per height above the ground line, at softness 100. Both lengths have
 * the same unit.
 */
const MAX_SOFTNESS = 0.15
/** Standard deviation of a ground shadow at the ground line, as a fraction of the caster's longer side. */
const LEAST_SOFTNESS = 0.012
/** Height where a ground shadow has faded out, as a fraction of its caster's height. */
const FADED = 0.75
/**
 * Contact line, in fractions of the caster's longer side: half of its height, the height above the ground line where
 * the silhouette is read, and its standard deviation.
 */
const CONTACT = { half: 0.035, above: 0.012, sigma: 0.016 }
/**
 * Minimum height of a ground shadow as a fraction of its length. Seen exactly from the side, the shadow would be a
 * line.
 */
const FLATTEST = 0.1

/** Returns the mip level where box filter and B-spline together have this standard deviation, in texels of level 0. */
export const levelOf = (sigma: number): number => Math.max(0, 0.5 * Math.log2((12 * sigma * sigma + 1) / 5))

/**
 * Returns how far a shadow blurred by `sigma` extends beyond its edge, in texels: 2.5 texels of the coarser mip level.
 */
const spread = (sigma: number): number => 2.5 * 2 ** Math.ceil(levelOf(sigma) + 1e-6)

interface Cast {
  /** Maps document px to the point of the caster that shades them, in document px. */
  toCaster: Affine
  /**
   * Standard deviation at the document point (0, y): `at` + `perPx` · y, but at least `least`. In fractions of the
   * caster's longer side.
   */
  sigma: { least: number; at: number; perPx: number }
  /** Maximum standard deviation, as a fraction of the caster's longer side. */
  softest: number
  /**
   * Height of a point above the ground line, divided by the height where the shadow has faded out: the value at y = 0,
   * and its change per document px downward.
   */
  height: readonly [number, number]
  /** Ground line in document px. Null if there is no contact line. */
  ground: number | null
}

/**
 * Returns the shadow's uniforms and the bounds of its color, in document px. `moved`: the similarity that maps the
 * caster's position at the time of its silhouette to its current position. `scale`: output px per document px.
 */
export function planShadow(
  settings: ShadowSettings,
  caster: Caster,
  { moved = IDENTITY, scale, space }: { moved?: Affine; scale: number; space?: ColorSpace | undefined },
): { uniforms: ShadowUniforms; area: Rect } {
  const unit = caster.unit * axisScales(moved).x
  const bounds = transformedBounds(moved, caster.bounds)
  const bottom = transformPoint(moved, {
    x: caster.bounds.x + caster.bounds.width / 2,
    y: caster.bottom,
  }).y
  const cast = settings.type === 'drop' ? dropOf(settings, unit) : groundOf(settings, { unit, bounds, bottom })
  const toTexels = compose(
    scalingMatrix(caster.density),
    translationMatrix(-caster.origin.x, -caster.origin.y),
    invert(moved),
  )
  const place = compose(toTexels, cast.toCaster, scalingMatrix(1 / scale))
  const texels = caster.unit * caster.density
  const { least, at, perPx } = cast.sigma
  const opacity = settings.opacity / 100
  const contact =
    cast.ground === null ? null : contactOf(settings, { unit, ground: cast.ground, toTexels, scale, texels })
  const reach = spread(cast.softest * texels) / (texels / unit)
  const around = intersection(expandRect(bounds, reach), textureRect(caster, moved)) ?? bounds
  const shaded = transformedBounds(invert(cast.toCaster), around)
  return {
    uniforms: {
      uShift: [place.e, place.f],
      uAlong: [place.a, place.b],
      uDown: [place.c, place.d],
      uSigma: [least * texels, at * texels, (perPx * texels) / scale],
      uHeight: [cast.height[0], cast.height[1] / scale],
      uOpacity: opacity,
      uContact: contact?.line ?? [0, 0, 1, 0],
      uContactPlace: contact?.place ?? [0, 0, 0, 0],
      uInk: rgbOf(settings.color, space),
    },
    area: cast.ground === null ? shaded : union(shaded, contactArea(bounds, cast.ground, unit, texels)),
  }
}

function dropOf({ angle, distance, blur }: ShadowSettings, unit: number): Cast {
  const radians = radiansOf(angle)
  const offset = (distance / 100) * unit
  const sigma = blur / 200
  return {
    toCaster: translationMatrix(-offset * Math.cos(radians), -offset * Math.sin(radians)),
    sigma: { least: sigma, at: 0, perPx: 0 },
    softest: sigma,
    height: [0, 0],
    ground: null,
  }
}

/**
 * Returns the projection of a ground shadow, which maps a point at height h above the ground line to h × `fall` from
 * the point's foot.
 */
function groundOf(
  { direction, length, softness }: ShadowSettings,
  { unit, bounds, bottom }: { unit: number; bounds: Rect; bottom: number },
): Cast {
  const radians = radiansOf(direction)
  const down = Math.sin(radians)
  const fall = {
    x: (length / 100) * Math.cos(radians),
    y: (length / 100) * (down < 0 ? Math.min(down, -FLATTEST) : Math.max(down, FLATTEST)),
  }
  const soft = (MAX_SOFTNESS * softness) / 100
  const perPx = soft / unit / fall.y
  const rise = 1 / fall.y / (FADED * Math.max(1, bottom - bounds.y))
  return {
    toCaster: {
      a: 1,
      b: 0,
      c: -fall.x / fall.y,
      d: -1 / fall.y,
      e: (fall.x / fall.y) * bottom,
      f: bottom + bottom / fall.y,
    },
    sigma: { least: LEAST_SOFTNESS, at: LEAST_SOFTNESS - perPx * bottom, perPx },
    softest: LEAST_SOFTNESS + soft * Math.max(0, (bottom - bounds.y) / unit),
    height: [-rise * bottom, rise],
    ground: bottom,
  }
}

function contactOf(
  { contact, opacity }: ShadowSettings,
  at: { unit: number; ground: number; toTexels: Affine; scale: number; texels: number },
): { line: ShadowUniforms['uContact']; place: ShadowUniforms['uContactPlace'] } {
  const { unit, ground, toTexels, scale, texels } = at
  const start = transformPoint(toTexels, { x: 0, y: ground - CONTACT.above * unit })
  const strength = (contact / 100) * Math.min(1, (1.6 * opacity) / 100)
  return {
    line: [strength, ground * scale, CONTACT.half * unit * scale, CONTACT.sigma * texels],
    place: [start.x, start.y, toTexels.a / scale, toTexels.b / scale],
  }
}

function contactArea({ x, width }: Rect, ground: number, unit: number, texels: number): Rect {
  const half = CONTACT.half * unit
  const beside = (spread(CONTACT.sigma * texels) / texels) * unit
  return { x: x - beside, y: ground - half, width: width + 2 * beside, height: 2 * half }
}

/** Returns the current rectangle of the silhouette's texture, in document px. */
function textureRect({ origin, density }: Caster, moved: Affine): Rect {
  const side = SILHOUETTE_SIDE / density
  return transformedBounds(moved, { ...origin, width: side, height: side })
}
