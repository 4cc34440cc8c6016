/** Says whether WebGL 2 runs off the page's own thread. */
const gl = typeof OffscreenCanvas === 'undefined' ? null : new OffscreenCanvas(1, 1).getContext('webgl2')
gl?.getExtension('WEBGL_lose_context')?.loseContext()
self.postMessage(gl !== null)
