import { radiansOf } from '#client/kit/geometry/geometry.ts'
import type { ColorSpace } from '#client/kit/pixels/color-space/colorSpace.ts'
import { inkOf } from './lib/color.ts'
import { createProgram, DOCUMENT_VERTEX, ShaderMesh } from './lib/pass.ts'
import { cornersOf } from './lib/quad.ts'

const FRAGMENT = /* glsl */ `in vec2 vDocument;
uniform vec4 uInk; // premultiplied, encoded in the working space
uniform vec4 uEnd; // the color at the gradient's end, encoded as uInk
uniform vec4 uFloor; // the floor's color, encoded as uInk
uniform vec2 uHorizon; // output px from the top: start and end of the transition from the wall to the floor
// xy: increase of uEnd's share per output px to the right and downward; z: its share at px 0; w: output px per
// document px
uniform vec4 uRamp;
out vec4 finalColor;
void main() {
  vec2 px = floor(vDocument * uRamp.w) + 0.5;
  vec4 wall = mix(uInk, uEnd, clamp(dot(px, uRamp.xy) + uRamp.z, 0.0, 1.0));
  finalColor = mix(wall, uFloor, smoothstep(uHorizon.x, uHorizon.y, px.y));
}`

const createFillProgram = () => createProgram('fill', DOCUMENT_VERTEX, FRAGMENT)

const UNIFORMS = {
  uInk: 'vec4<f32>',
  uEnd: 'vec4<f32>',
  uFloor: 'vec4<f32>',
  uHorizon: 'vec2<f32>',
  uRamp: 'vec4<f32>',
} as const

/** Height of the transition from the wall to the floor, as a fraction of the canvas's height. */
const TRANSITION = 0.06
/** Position of a horizon that is below every canvas, percent. Used for backgrounds without a floor. */
const NO_FLOOR = 1e6

interface Ink {
  color: string
  /** Opacity, 0..1. */
  opacity: number
  /** Second color, and its direction `angle` (degrees, clockwise from up). */
  gradient?: { readonly color: string; readonly angle: number }
  /** Floor over the color or gradient. `horizon`: percent of the canvas's height, from the top. */
  floor?: { readonly color: string; readonly horizon: number }
}

/**
 * Paints the canvas in one color or a linear gradient, with or without a floor. Colors are exact at any opacity,
 * whereas Pixi's fills round the opacity to 8 bits. A gradient is computed from document coordinates, so strips are
 * byte-equal to the whole.
 */
export class ColorFill extends ShaderMesh<never, typeof UNIFORMS> {
  private readonly space: ColorSpace

  /** `space`: color space of the target. */
  constructor(space: ColorSpace = 'srgb') {
    super(createFillProgram(), [], UNIFORMS)
    this.space = space
  }

  /** Shows the fill. `size`: the canvas's size in document px. `scale`: output px per document px. */
  show({ color, opacity, gradient, floor }: Ink, size: { width: number; height: number }, scale: number): void {
    const uInk = inkOf(color, opacity, this.space)
    const uEnd = inkOf(gradient?.color ?? color, opacity, this.space)
    const uRamp = gradient ? rampOf(gradient.angle, size, scale) : ([0, 0, 0, scale] as const)
    const uFloor = inkOf(floor?.color ?? color, opacity, this.space)
    const uHorizon = horizonOf(floor?.horizon ?? NO_FLOOR, size.height * scale)
    this.set(createFillProgram(), {}, { uInk, uEnd, uFloor, uHorizon, uRamp })
    this.geometry.positions = cornersOf({ x: 0, y: 0, ...size })
  }
}

const horizonOf = (percent: number, height: number): readonly [number, number] => [
  (percent / 100 - TRANSITION / 2) * height,
  (percent / 100 + TRANSITION / 2) * height,
]

/** Returns the gradient line from corner to corner, as in CSS `linear-gradient`. */
function rampOf(
  angle: number,
  { width, height }: { width: number; height: number },
  scale: number,
): readonly [number, number, number, number] {
  const radians = radiansOf(angle)
  const [sin, cos] = [Math.sin(radians), Math.cos(radians)]
  const length = width * Math.abs(sin) + height * Math.abs(cos)
  const [right, down] = [sin / length, -cos / length]
  return [right / scale, down / scale, 0.5 - (right * width + down * height) / 2, scale]
}
