/** Worker that posts true when WebGL 2 works off the main thread. */
const gl = typeof OffscreenCanvas === 'undefined' ? null : new OffscreenCanvas(1, 1).getContext('webgl2')
gl?.getExtension('WEBGL_lose_context')?.loseContext()
self.postMessage(gl !== null)
