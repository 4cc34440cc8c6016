/** Extruded (3D) text in one pass, from the face's texture, its distance field and its blurred shadow. */
import { type RenderTexture, Texture, type TextureSource, type WebGLRenderer } from 'pixi.js'
import { radiansOf } from '#client/kit/geometry/geometry.ts'
import type { ColorSpace } from '#client/kit/pixels/color-space/colorSpace.ts'
import type { DistanceField } from '../distance/field.ts'
import { ALPHA_CUTOFF } from '../glow/glow.ts'
import { MAX_TAPS, planGlow } from '../glow/plan.ts'
import { BlurredAlpha } from '../glow/soft-alpha.ts'
import { inkOf, rgbOf } from '../lib/color.ts'
import { createTarget, Pass, type UniformValues } from '../lib/pass.ts'
import type { Grid } from '../lib/quad.ts'
import { axesOf, shadowSpread, type Text3dFields } from './geometry.ts'
import fragment from './text3d.frag?raw'

/**
 * Flat text, drawn once per text, font and size. Reuse the object while its pixels are unchanged, because it is the key
 * of the cached shadow.
 */
export interface Text3dSurface {
  /** The face's texture: premultiplied, transparent along its border, with a linear filter and clamping at the edge. */
  face: TextureSource
  /**
   * Distance field (`half`) of the face's alpha over the same rectangle. Its resolution is at least half the face's, so
   * that corners stay sharp.
   */
  field: DistanceField
  /** Size of the face and of the field, in document px. Both are centered on the text. */
  size: { width: number; height: number }
}

export interface Text3dPlace {
  /** Center of the text in document px. */
  center: { x: number; y: number }
  /** The layer's own rotation in the image's plane, degrees clockwise. */
  rotation: number
}

/**
 * Range of a text layer's distance field, texels. A longer range lengthens the shader's steps over empty space but
 * costs more jumps.
 */
export const FIELD_RANGE = 96

/** Height of the light above the image's plane, radians. */
const LIGHT_HEIGHT = 0.62

const UNIFORMS = {
  uTarget: 'vec2<f32>',
  uCenter: 'vec2<f32>',
  uTurn: 'vec4<f32>',
  uSpan: 'vec2<f32>',
  uShadowArea: 'vec4<f32>',
  uFieldTexel: 'f32',
  uFaceTexels: 'f32',
  uPixel: 'f32',
  uSamples: 'i32',
  uDepth: 'f32',
  uPerspective: 'f32',
  uAxisX: 'vec3<f32>',
  uAxisY: 'vec3<f32>',
  uAxisZ: 'vec3<f32>',
  uLight: 'vec3<f32>',
  uIntensity: 'f32',
  uExtrude: 'vec3<f32>',
  uShadowInk: 'vec4<f32>',
  uShadowOffset: 'vec2<f32>',
} as const

/** Uniforms, documented in text3d.frag. */
export type Text3dUniforms = UniformValues<typeof UNIFORMS>

/**
 * Converts the settings and the position of an extruded text to uniforms. `samples`: rays per px, 1 during a gesture,
 * otherwise 4.
 */
export function text3dUniforms(
  fields: Text3dFields,
  surface: Text3dSurface,
  place: Text3dPlace,
  target: Grid,
  samples: 1 | 4,
  space?: ColorSpace,
): Text3dUniforms {
  const { width, height } = surface.size
  const pixel = 1 / target.scale
  const angle = radiansOf(place.rotation)
  const [sin, cos] = [Math.sin(angle) * pixel, Math.cos(angle) * pixel]
  const axes = axesOf(fields)
  const light = radiansOf(fields.lightAngle)
  const flat = Math.cos(LIGHT_HEIGHT)
  const shadow = shadowGrid(surface, fields.shadowBlur)
  const fine = shadow.scale
  return {
    uTarget: [target.x, target.y],
    uCenter: [place.center.x * target.scale, place.center.y * target.scale],
    uTurn: [cos, sin, -sin, cos],
    uSpan: [width, height],
    uShadowArea: [shadow.x / fine - width / 2, shadow.y / fine - height / 2, shadow.width / fine, shadow.height / fine],
    uFieldTexel: width / surface.field.width,
    uFaceTexels: faceScale(surface),
    uPixel: pixel,
    uSamples: samples,
    uDepth: fields.depth,
    uPerspective: fields.perspective,
    uAxisX: axes.x,
    uAxisY: axes.y,
    uAxisZ: axes.z,
    uLight: [Math.sin(light) * flat, -Math.cos(light) * flat, Math.sin(LIGHT_HEIGHT)],
    uIntensity: fields.lightIntensity,
    uExtrude: rgbOf(fields.extrudeColor, space),
    uShadowInk: inkOf(fields.shadowColor, fields.shadowOpacity, space),
    uShadowOffset: [fields.shadowOffsetX, fields.shadowOffsetY],
  }
}

/** Returns the face texels per document px. */
const faceScale = ({ face, size }: Text3dSurface): number => face.pixelWidth / size.width

/** Returns the standard deviation of the shadow, face texels. `blur`: document px. */
const shadowSigma = (surface: Text3dSurface, blur: number): number => (blur / 2) * faceScale(surface)

/**
 * A shadow's texture is at most this number of texels wider or higher than the face's: on each side, three standard
 * deviations and the blur's taps. A standard deviation is below 8 texels, because a wider blur has a coarser texture.
 */
export const SHADOW_MARGIN = 2 * (3 * 8 + MAX_TAPS)

const faceGrid = (surface: Text3dSurface): Grid => {
  const { pixelWidth: width, pixelHeight: height } = surface.face
  return { x: 0, y: 0, width, height, scale: faceScale(surface) }
}

/**
 * Returns the grid of the shadow's texture: as coarse as `blur` (document px) allows, extended by its spread. `x`, `y`:
 * texels of that grid from the face's top left corner. `scale`: texels per document px. Without blur, returns the
 * face's grid, whose alpha is the shadow.
 */
export function shadowGrid(surface: Text3dSurface, blur: number): Grid {
  const face = faceGrid(surface)
  if (blur <= 0) return face
  const step = 2 ** Math.max(planGlow(shadowSigma(surface, blur)).level - 1, 0)
  const spread = Math.floor((shadowSpread(blur) * face.scale) / step)
  const texels = (size: number) => Math.ceil(size / step) + 2 * spread
  return { x: -spread, y: -spread, width: texels(face.width), height: texels(face.height), scale: face.scale / step }
}

/**
 * Paints one extruded text layer from its face (the flat text's texture) and the face's distance field. Caches the
 * blurred shadow until the `surface` object or the blur changes.
 */
export class Text3d {
  private readonly pass = new Pass('text3d', fragment, ['uFace', 'uField', 'uShadow'], UNIFORMS)
  private readonly soft = new BlurredAlpha()
  private readonly space: ColorSpace
  private shadow: { surface: Text3dSurface; blur: number; texture: RenderTexture } | null = null

  /** `space`: color space of the target. */
  constructor(space: ColorSpace = 'srgb') {
    this.space = space
  }

  /**
   * Overwrites `target` (rgba8unorm), premultiplied, with the part of the image in the target's grid. Texels outside
   * `projectedBounds` become transparent. `samples`: rays per px, 1 during a gesture, otherwise 4.
   */
  draw(
    renderer: WebGLRenderer,
    target: { texture: RenderTexture; grid: Grid },
    surface: Text3dSurface,
    fields: Text3dFields,
    place: Text3dPlace,
    samples: 1 | 4,
  ): void {
    const uniforms = text3dUniforms(fields, surface, place, target.grid, samples, this.space)
    const uShadow = fields.shadowOpacity > 0 ? this.shadowOf(renderer, surface, fields.shadowBlur) : surface.face
    const textures = { uFace: surface.face, uField: surface.field.source, uShadow }
    this.pass.draw(renderer, target.texture, textures, uniforms)
  }

  destroy(): void {
    this.shadow?.texture.destroy(true)
    this.soft.destroy()
    this.pass.destroy()
  }

  /**
   * Returns the face's alpha, blurred in the text's own plane. Computes it again only if the text or the blur has
   * changed.
   */
  private shadowOf(renderer: WebGLRenderer, surface: Text3dSurface, blur: number): TextureSource {
    if (blur <= 0) return surface.face
    if (this.shadow?.surface === surface && this.shadow.blur === blur) return this.shadow.texture.source
    this.shadow?.texture.destroy(true)
    const grid = shadowGrid(surface, blur)
    const texture = createTarget(grid.width, grid.height, 'rgba8unorm')
    texture.source.scaleMode = 'linear'
    const layer = { texture: surface.face, grid: faceGrid(surface) }
    const alpha = { sigma: shadowSigma(surface, blur), color: [1, 1, 1, 1], gain: 1, cut: ALPHA_CUTOFF } as const
    this.soft.draw(renderer, { texture, grid }, layer, alpha)
    this.shadow = { surface, blur, texture }
    return texture.source
  }
}

const compiled = new WeakSet<WebGLRenderer>()

/**
 * Starts compiling the shader before its first use, by painting one pixel. The caller doesn't wait. Does nothing if the
 * renderer has compiled the shader.
 */
export function compileText3d(renderer: WebGLRenderer, fields: Text3dFields): void {
  if (compiled.has(renderer)) return
  compiled.add(renderer)
  const { source } = Texture.WHITE
  const size = { width: 1, height: 1 }
  const field: DistanceField = { source, format: 'half', ...size, range: 1, destroy: () => {} }
  const target = { texture: createTarget(1, 1, 'rgba8unorm'), grid: { x: 0, y: 0, ...size, scale: 1 } }
  const text3d = new Text3d()
  const place = { center: { x: 0, y: 0 }, rotation: 0 }
  text3d.draw(renderer, target, { face: source, field, size }, { ...fields, shadowOpacity: 0 }, place, 4)
  text3d.destroy()
  target.texture.destroy(true)
}
