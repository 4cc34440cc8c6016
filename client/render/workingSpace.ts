/** The colour space in which a renderer paints at present. */
import type { WebGLRenderer } from 'pixi.js'
import type { ColorSpace } from '../kit/base/color-space/colorSpace.ts'

/**
 * Makes uploads convert canvases and sRGB bitmaps to `space`, from now on. Renderers are shared by scenes of different
 * documents, so whoever uploads or paints calls this first.
 */
export function enterWorkingSpace({ gl }: Pick<WebGLRenderer, 'gl'>, space: ColorSpace = 'srgb'): void {
  if ('unpackColorSpace' in gl && gl.unpackColorSpace !== space) gl.unpackColorSpace = space
}

/** Makes the page show the values of the renderer's canvas as colours of `space`, from the next draw on. */
export function showColorSpace({ gl }: Pick<WebGLRenderer, 'gl'>, space: ColorSpace): void {
  if ('drawingBufferColorSpace' in gl && gl.drawingBufferColorSpace !== space) gl.drawingBufferColorSpace = space
}
