/**
 * Shader programs of the photo. Each variant and set of enhancements has a specialized program, because branches on
 * uniforms cost 3 to 4 times as much on software GL. Until a specialized program is compiled, a generic program with
 * branches is used.
 */
import type { GlProgram, WebGLRenderer } from 'pixi.js'
import type { ColorSpace } from '#client/kit/base/color-space/colorSpace.ts'
import { memoOn } from '#client/kit/base/identity.ts'
import { type BlurRole, ROLES } from '../blur/passes.ts'
import color from '../lib/color.glsl?raw'
import { createProgram, DOCUMENT_VERTEX } from '../lib/pass.ts'
import { TUNE_GLSL } from '../tune/steps.ts'
import fragment from './photo.frag?raw'
import reading from './window.glsl?raw'

/** variant of the photo shader */
export interface Variant {
  sampling: 'EXACT' | 'LINEAR'
  base: 'SHARP' | 'BLURRED'
  role: BlurRole
  hasAlpha: boolean
  /** The program paints only the coverage (`PhotoInput.isEraser`). */
  isEraser: boolean
  /** True: doesn't dither. For measurements. */
  isPlain: boolean
  /** Colour space of the photo. Without enhancements all spaces share one program. */
  space: ColorSpace
}

const CODES = { EXACT: 0, LINEAR: 1, SHARP: 0, BLURRED: 1, ...ROLES } as const

/**
 * Returns the photo's shader program for a set of enhancements (`flags`). Null = the generic program, which reads the
 * flags from a uniform.
 */
export function programFor(variant: Variant, flags: number | null): GlProgram {
  return createProgram('photo', DOCUMENT_VERTEX, `${color}${reading}${TUNE_GLSL}${fragment}`, {
    ...CODES,
    SAMPLING: variant.sampling,
    BASE: variant.base,
    ROLE: variant.role,
    HAS_ALPHA: variant.hasAlpha,
    IS_ERASER: variant.isEraser,
    IS_PLAIN: variant.isPlain,
    DISPLAY_P3: variant.space === 'display-p3' && flags !== 0,
    TUNE_FLAGS: flags ?? false,
  })
}

/**
 * Returns the program for a draft: the generic program while the specialized program compiles in the background, then
 * the specialized program. Without background compilation, always returns the specialized program.
 */
export function draftProgram(renderer: WebGLRenderer, variant: Variant, flags: number): GlProgram {
  const special = programFor(variant, flags)
  if (flags === 0) return special
  return isCompiled(renderer, special) ? special : programFor(variant, null)
}

/** Starts compiling the generic program in the background, before the first slider needs it. */
export function precompile(renderer: WebGLRenderer, variant: Variant): void {
  isCompiled(renderer, programFor(variant, null))
}

interface Compiling {
  program: WebGLProgram
  shaders: WebGLShader[]
  isDone: boolean
}
const compilingIn = memoOn((_: WebGL2RenderingContext) => new Map<GlProgram, Compiling>())

/** Starts compiling at the first call. A later compilation of the same source by Pixi hits the driver's cache. */
function isCompiled(renderer: WebGLRenderer, wanted: GlProgram): boolean {
  const { gl } = renderer
  const parallel = gl.getExtension('KHR_parallel_shader_compile')
  if (!parallel) return true
  const jobs = compilingIn(gl)
  const job = jobs.get(wanted)
  if (!job || (!job.isDone && !gl.isProgram(job.program))) {
    jobs.set(wanted, compile(gl, wanted))
    return false
  }
  if (!job.isDone && gl.getProgramParameter(job.program, parallel.COMPLETION_STATUS_KHR)) {
    for (const shader of job.shaders) gl.deleteShader(shader)
    gl.deleteProgram(job.program)
    job.isDone = true
  }
  return job.isDone
}

function compile(gl: WebGL2RenderingContext, { vertex: vertexText, fragment: fragmentText }: GlProgram): Compiling {
  const program = gl.createProgram()
  const shaders = ([gl.VERTEX_SHADER, gl.FRAGMENT_SHADER] as const).map((type, i) => {
    const shader = gl.createShader(type)
    if (!shader) throw new Error('no shader: the context is lost')
    gl.shaderSource(shader, (i ? fragmentText : vertexText) ?? '')
    gl.compileShader(shader)
    gl.attachShader(program, shader)
    return shader
  })
  gl.linkProgram(program)
  return { program, shaders, isDone: false }
}
