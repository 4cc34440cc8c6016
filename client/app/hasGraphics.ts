let known: boolean | null = null

/** Whether the browser offers WebGL 2. Asked once: contexts are few, and this one is given back at once. */
export function hasGraphics(): boolean {
  if (known === null) {
    const gl = document.createElement('canvas').getContext('webgl2')
    gl?.getExtension('WEBGL_lose_context')?.loseContext()
    known = gl !== null
  }
  return known
}
