/** The photo's own pass: a Mesh in document px with our shader, so that one draw reads, cuts out and paints. */
import { GlProgram, Mesh, MeshGeometry, Shader, Texture } from 'pixi.js'
import color from '../lib/color.glsl?raw'
import fragment from './photo.frag?raw'
import vertex from './photo.vert?raw'
import reading from './window.glsl?raw'
import { type Grid, levelFor, type PixelWindow } from './window.ts'

/** What the pass paints. Windows must cover the painted region; at one scale all are of one level. */
export interface PhotoInput {
  /** Document px. */
  width: number
  height: number
  photo: PixelWindow
  hasAlpha: boolean
  /** Null = the whole photo. */
  matte: PixelWindow | null
  grid: Grid
  /** Paint the matte's coverage alone, for the blend mode that takes away what lies below. */
  isEraser: boolean
}

type Sampling = 'EXACT' | 'LINEAR' | 'AREA'

/** Exact where output and photo px coincide; a mean where the output is coarser than the texels. */
export function samplingFor({ scale, x, y }: Grid): Sampling {
  if (scale === 1 && x === 0 && y === 0) return 'EXACT'
  return scale * 2 ** levelFor(scale) < 1 - 1e-6 ? 'AREA' : 'LINEAR'
}

export class PhotoPass {
  readonly mesh: Mesh<MeshGeometry, Shader>
  private readonly geometry: MeshGeometry

  constructor() {
    this.geometry = new MeshGeometry({
      positions: new Float32Array(8),
      uvs: new Float32Array(8),
      indices: new Uint32Array([0, 1, 2, 0, 2, 3]),
    })
    const shader = new Shader({
      glProgram: programFor(new Map([['SAMPLING', 'LINEAR']])),
      resources: {
        uPhoto: Texture.EMPTY.source,
        uMatte: Texture.EMPTY.source,
        photo: {
          uPhotoOrigin: { value: new Int32Array(2), type: 'vec2<i32>' },
          uPhotoTexel: { value: 1, type: 'f32' },
          uMatteOrigin: { value: new Int32Array(2), type: 'vec2<i32>' },
          uMatteTexel: { value: 1, type: 'f32' },
          uGrid: { value: new Float32Array(3), type: 'vec3<f32>' },
          uSpread: { value: 0, type: 'f32' },
        },
      },
    })
    this.mesh = new Mesh({ geometry: this.geometry, shader })
  }

  set(input: PhotoInput): void {
    const { photo, matte, grid, width, height } = input
    const sampling = samplingFor(grid)
    const shader = this.mesh.shader
    if (!shader) return
    shader.glProgram = programFor(
      new Map([
        ['SAMPLING', sampling],
        ...(input.hasAlpha ? [['HAS_ALPHA', '1'] as const] : []),
        ...(matte ? [['HAS_MATTE', '1'] as const] : []),
        ...(input.isEraser ? [['IS_ERASER', '1'] as const] : []),
      ]),
    )
    shader.resources.uPhoto = photo.source
    shader.resources.uMatte = matte?.source ?? Texture.EMPTY.source
    const { uniforms } = shader.resources.photo
    uniforms.uPhotoOrigin.set([photo.origin.x, photo.origin.y])
    uniforms.uPhotoTexel = photo.texel
    uniforms.uMatteOrigin.set([matte?.origin.x ?? 0, matte?.origin.y ?? 0])
    uniforms.uMatteTexel = matte?.texel ?? 1
    uniforms.uGrid.set([grid.x, grid.y, grid.scale])
    uniforms.uSpread = sampling === 'AREA' ? 0.25 / grid.scale : 0
    this.geometry.positions = new Float32Array([0, 0, width, 0, width, height, 0, height])
  }

  destroy(): void {
    const { shader } = this.mesh
    this.mesh.destroy()
    this.geometry.destroy(true)
    shader?.destroy()
  }
}

const SAMPLINGS = '#define EXACT 0\n#define LINEAR 1\n#define AREA 2\n'

/** Each combination is its own program: branches on uniforms cost 3 to 4 times as much on software GL. */
function programFor(defines: ReadonlyMap<string, string>): GlProgram {
  const head = [...defines].map(([name, value]) => `#define ${name} ${value}\n`).join('')
  return GlProgram.from({
    vertex: `#version 300 es\n${vertex}`,
    fragment: `#version 300 es\nprecision highp float;\n${SAMPLINGS}${head}${color}${reading}${fragment}`,
    name: 'photo',
  })
}
