import type { WebGLRenderer } from 'pixi.js'

const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i

/** Returns true when WebGL runs in software, where a worker is many times faster than a shader. */
export function isSoftware({ gl }: Pick<WebGLRenderer, 'gl'>): boolean {
  const named = gl.getExtension('WEBGL_debug_renderer_info')
  return SOFTWARE.test(String(gl.getParameter(named ? named.UNMASKED_RENDERER_WEBGL : gl.RENDERER)))
}
