import type { GlProgram, TextureSource } from 'pixi.js'
import {
  type Affine,
  axisScales,
  compose,
  invert,
  scalingMatrix,
  translationMatrix,
} from '#client/kit/geometry/affine.ts'
import type { Point, Rect, Size } from '#client/kit/geometry/geometry.ts'
import { clamp } from '#client/kit/values/numbers.ts'
import { createProgram, QUAD_VERTEX, ShaderMesh, type UniformValues } from '../lib/pass.ts'
import { placeQuad } from '../lib/quad.ts'
import reading from '../photo/window.glsl?raw'
import fragment from './placed.frag?raw'

/** Radius of the interpolation filter, texels. An image needs a transparent border of this width. */
export const FILTER_RADIUS = 3

/** A part of an image on the GPU. */
export interface PictureTexels {
  source: TextureSource
  /** Texel of the whole image at (0, 0) in the texture. */
  first: Point
  /** Texels per px of the image. */
  density: number
  /** True for straight alpha. False for premultiplied alpha. */
  isStraight: boolean
}

/** The output grid. The center of px (i, j) is `origin` + ((i, j) + 0.5) / scale, in document px. */
export interface OutputGrid {
  origin: Point
  scale: number
}

/** An image, its position in the document, and the painted part of the output. */
export interface PlacedInput {
  picture: PictureTexels
  /** Size of the whole image, in the image's own px. */
  size: Size
  /** Map from the image's px to document px. */
  map: Affine
  grid: OutputGrid
  /** Painted rectangle, whole output px of the grid. */
  target: Rect
  /** Corner radius in document px. */
  radius: number
  /** Opacity, 0..1. */
  opacity: number
  /** True during a gesture. The image is then interpolated linearly, with four reads per pixel instead of sixteen. */
  isDraft: boolean
}

const UNIFORMS = {
  uTarget: 'vec2<f32>',
  uFirst: 'vec2<f32>',
  uShift: 'vec2<f32>',
  uAlong: 'vec2<f32>',
  uDown: 'vec2<f32>',
  uBox: 'vec2<f32>',
  uPerTexel: 'vec2<f32>',
  uRadius: 'f32',
  uOpacity: 'f32',
} as const

/** Uniforms, documented in placed.frag. */
export type PlacedUniforms = UniformValues<typeof UNIFORMS>

/**
 * Returns the map from the grid's output px to the image's texels. `map`: the map from the image's px to document px,
 * which this function inverts. `density`: texels per px of the image.
 */
export const texelMap = (map: Affine, { origin, scale }: OutputGrid, density: number): Affine =>
  compose(scalingMatrix(density), invert(map), translationMatrix(origin.x, origin.y), scalingMatrix(1 / scale))

/** Converts an image's position to uniforms. */
export function placedUniforms(input: PlacedInput): PlacedUniforms {
  const { picture, size, map, grid, target, radius, opacity } = input
  const to = texelMap(map, grid, picture.density)
  const stretch = axisScales(map)
  const perTexel = grid.scale / picture.density
  return {
    uTarget: [target.x, target.y],
    uFirst: [picture.first.x, picture.first.y],
    uShift: [snapToInteger(to.e), snapToInteger(to.f)],
    uAlong: [snapToInteger(to.a), snapToInteger(to.b)],
    uDown: [snapToInteger(to.c), snapToInteger(to.d)],
    uBox: [size.width * picture.density, size.height * picture.density],
    uPerTexel: [stretch.x * perTexel, stretch.y * perTexel],
    uRadius: Math.min(radius, (stretch.x * size.width) / 2, (stretch.y * size.height) / 2) * grid.scale,
    uOpacity: opacity,
  }
}

/** Rounds a value that is an integer except for floating-point noise. */
const snapToInteger = (value: number) => (Math.abs(value - Math.round(value)) < 1e-6 ? Math.round(value) : value)

/** Returns true when every output px is exactly one texel, without interpolation. */
const isExact = ({ uAlong, uDown, uShift }: PlacedUniforms) =>
  [...uAlong, ...uDown, ...uShift].every(Number.isInteger) &&
  Math.abs(uAlong[0]) + Math.abs(uDown[0]) === 1 &&
  Math.abs(uAlong[1]) + Math.abs(uDown[1]) === 1

const CODES = { EXACT: 0, LINEAR: 1, CUBIC: 2 } as const

/** Maximum number of samples per px and axis. */
const MAX_TAPS = 8

/**
 * Returns how many samples along an axis of the target read all texels of a reduced image. The argument is the step
 * along the axis, texels per output px.
 */
export const tapsOf = ([x, y]: readonly [number, number]): number => clamp(Math.round(Math.hypot(x, y)), 1, MAX_TAPS)

function programFor(sampling: keyof typeof CODES, isStraight: boolean, { uAlong, uDown }: Steps): GlProgram {
  return createProgram('placed', QUAD_VERTEX, `${reading}${fragment}`, {
    ...CODES,
    SAMPLING: sampling,
    TAPS_ALONG: tapsOf(uAlong),
    TAPS_DOWN: tapsOf(uDown),
    IS_STRAIGHT: isStraight,
  })
}

type Steps = Pick<PlacedUniforms, 'uAlong' | 'uDown'>

/**
 * A mesh, in document px, that paints an image placed by an affine map, with rounded corners and opacity. The mesh
 * covers exactly the target's px.
 */
export class PlacedQuad extends ShaderMesh<'uPicture', typeof UNIFORMS> {
  constructor() {
    super(programFor('EXACT', false, { uAlong: [1, 0], uDown: [0, 1] }), ['uPicture'], UNIFORMS)
  }

  /** Shows an image in the next renders of the mesh. */
  show(input: PlacedInput): void {
    const uniforms = placedUniforms(input)
    const sampling = isExact(uniforms) ? 'EXACT' : input.isDraft ? 'LINEAR' : 'CUBIC'
    const program = programFor(sampling, input.picture.isStraight, uniforms)
    this.set(program, { uPicture: input.picture.source }, uniforms)
    placeQuad(this.geometry, input.target, input.grid.scale, input.grid.origin)
  }
}
