import type { Ability } from '../../base/self-checks/selfChecks.ts'

/** Description of each self-check, and the fallback where the check fails; English, translated when shown. */
export const BROWSER_CAPABILITIES: Record<Ability, { name: string; without: string }> = {
  graphics: { name: 'Draws with WebGL 2', without: 'The editor cannot open.' },
  straightAlpha: {
    name: 'Keeps colours under transparency',
    without: 'Photos with transparency are read by our own decoders, which keep these colours.',
  },
  canvasUpload: { name: 'Draws soft edges of text as they are', without: 'Edges of text may look rough.' },
  exactReadback: {
    name: 'Reads back exactly what was painted',
    without: 'Nothing can be downloaded before this site may read its canvases. No credit is used.',
  },
  exactCanvas: {
    name: 'Writes files as they were painted',
    without: 'WebP files wait until this site may read its canvases. PNG and JPEG need nothing of it.',
  },
  halfFloats: {
    name: 'Adds up transparent layers in half floats',
    without: 'Transparent layers are added up in bytes, and may be off by a shade.',
  },
  wideGamut: {
    name: 'Shows the vivid colours of phone photos',
    without: 'The editor shows the nearest colours of sRGB. Downloads have the vivid ones.',
  },
  vectors: { name: 'Computes with vectors in WebAssembly', without: 'Downloads and the separation take longer.' },
  workers: {
    name: 'Computes in the background',
    without: 'Downloads are written by the page itself, and take longer.',
  },
  workerGraphics: {
    name: 'Separates on the graphics card',
    without: 'The separation computes on the processor.',
  },
  sharedMemory: {
    name: 'Shares memory between threads',
    without: 'Nothing here needs it: each thread has its own memory.',
  },
}
