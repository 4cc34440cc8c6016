/** The cutout's outline, from a distance field: any width, colour and intensity for the price of one pass. */
import type { RenderTexture, WebGLRenderer } from 'pixi.js'
import type { DistanceField } from '../distance/field.ts'
import { rgbOf } from '../lib/color.ts'
import type { Grid } from '../lib/grid.ts'
import { TexturePass } from '../lib/texture-pass.ts'
import fragment from './outline.frag?raw'

/** As the user sets them (spec §3). */
export interface OutlineSettings {
  /** Document px, 1 … 200. */
  width: number
  /** `#rgb` or `#rrggbb`. */
  color: string
  /** Percent: the outline's opacity. */
  intensity: number
}

/** What is drawn where. */
export interface OutlineView {
  /** The target, on the document. */
  target: Grid
  /** The field, on the photo: `scale` in field texels per photo px. */
  field: Grid
  /** How the photo's subject stands in the document: document px = photo px × scale + (x, y). */
  subject: { scale: number; x: number; y: number }
}

export interface OutlineUniforms {
  uTarget: readonly [number, number]
  uFieldOrigin: readonly [number, number]
  uShift: readonly [number, number]
  uStep: number
  uWidth: number
  uInk: readonly [number, number, number, number]
}

export function outlineUniforms(settings: OutlineSettings, { target, field, subject }: OutlineView): OutlineUniforms {
  const [red, green, blue] = rgbOf(settings.color)
  const alpha = settings.intensity / 100
  const fieldPerDocument = field.scale / subject.scale
  return {
    uTarget: [target.x, target.y],
    uFieldOrigin: [field.x, field.y],
    uShift: [-subject.x * fieldPerDocument, -subject.y * fieldPerDocument],
    uStep: fieldPerDocument / target.scale,
    uWidth: settings.width * target.scale,
    uInk: [red * alpha, green * alpha, blue * alpha, alpha],
  }
}

/** Document px beyond the subject that an outline of this width may colour, its soft edge included. */
export function outlineReach(width: number, scale: number): number {
  return width + 1 / scale
}

/** Texels a field must measure for an outline of this width: `target` and `field` in texels per document px. */
export function outlineRange(width: number, view: Pick<OutlineView, 'target' | 'field' | 'subject'>): number {
  const texels = view.field.scale / view.subject.scale
  return Math.ceil(width * texels + texels / view.target.scale) + 2
}

const UNIFORMS = {
  uTarget: 'vec2<f32>',
  uFieldOrigin: 'vec2<f32>',
  uShift: 'vec2<f32>',
  uStep: 'f32',
  uWidth: 'f32',
  uInk: 'vec4<f32>',
} as const

export class Outline {
  private readonly pass = new TexturePass('outline', fragment, ['uField'], UNIFORMS)

  /** Covers `target` (rgba8unorm), premultiplied. The field is an `integer` one. */
  draw(renderer: WebGLRenderer, target: RenderTexture, field: DistanceField, uniforms: OutlineUniforms): void {
    this.pass.draw(renderer, target, { uField: field.source }, { ...uniforms })
  }

  destroy(): void {
    this.pass.destroy()
  }
}
