/** Types, renderer and timing that the benchmark pages share. */
import 'pixi.js/unsafe-eval' // the editor's policy forbids eval
import { type RenderTexture, WebGLRenderer } from 'pixi.js'
import type { Size } from '#client/kit/geometry/geometry.ts'
import { median } from '../figures.ts'

export interface Setting {
  /** true: fewer rounds and smaller images, except where the name of a figure contains a size */
  isQuick: boolean
  /** URL of a photo, or null for a collage of the samples. */
  photo: string | null
}

export interface Measured {
  figures: Record<string, number>
  /** Printed lines: the measured effect, its size, and the time in ms. */
  lines: string[]
}

export async function createRenderer(): Promise<WebGLRenderer> {
  const renderer = new WebGLRenderer()
  await renderer.init({ width: 8, height: 8, antialias: false, backgroundAlpha: 0 })
  return renderer
}

/** Returns the GPU's name from the driver. */
export function nameOf({ gl }: WebGLRenderer): string {
  const named = gl.getExtension('WEBGL_debug_renderer_info')
  return String(gl.getParameter(named ? named.UNMASKED_RENDERER_WEBGL : gl.RENDERER))
}

/** Waits until `target` is painted by reading a pixel back, because gl.finish doesn't wait in some browsers. */
export function finish(renderer: WebGLRenderer, target: RenderTexture): void {
  renderer.renderTarget.bind({ target, clear: false })
  renderer.gl.readPixels(0, 0, 1, 1, renderer.gl.RGBA, renderer.gl.UNSIGNED_BYTE, new Uint8Array(4))
}

/** Paints a frame and waits for it. `n` counts the frames, so each frame can differ. */
export type Frame = (n: number) => void | Promise<void>

/**
 * Returns medians in ms. Each round runs all methods in turn, so load on the machine affects all methods. The first
 * round warms up, unless `areWarm`. A method may have several frames per round.
 */
export async function rounds<Name extends string>(
  count: number,
  methods: Record<Name, Frame | readonly [Frame, number]>,
  { areWarm = false } = {},
): Promise<Record<Name, number>> {
  const names = Object.keys(methods) as Name[]
  const seen = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>
  let n = 0
  for (let round = areWarm ? 1 : 0; round <= count; round++)
    for (const name of names) {
      const method: Frame | readonly [Frame, number] = methods[name]
      const [frame, times] = typeof method === 'function' ? [method, 1] : method
      for (let i = 0; i < times; i++) {
        const from = performance.now()
        await frame(n++)
        if (round > 0) seen[name].push(performance.now() - from)
        await new Promise((done) => setTimeout(done, 0))
      }
    }
  return Object.fromEntries(names.map((name) => [name, median(seen[name])])) as Record<Name, number>
}

export const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ms`

export const megapixels = ({ width, height }: Size): string => ((width * height) / 1e6).toFixed(2)

/** Counts the calls of these WebGL functions during `work`. */
export async function callsDuring(
  { gl }: WebGLRenderer,
  names: readonly (keyof WebGL2RenderingContext)[],
  work: () => unknown,
): Promise<number> {
  let count = 0
  const originals = Object.fromEntries(names.map((name) => [name, gl[name] as (...args: unknown[]) => unknown]))
  for (const [name, original] of Object.entries(originals))
    Object.assign(gl, {
      [name](...args: unknown[]) {
        count++
        return original.apply(gl, args)
      },
    })
  await work()
  Object.assign(gl, originals)
  return count
}
