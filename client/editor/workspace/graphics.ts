/** All rendering code in one module, so that it loads as one lazy chunk. */
export { paintedKinds } from '#client/layers/nodes.ts'
export { paintLayerThumbnail } from '#client/render/compositor/layerThumbnail.ts'
export { createPainter } from '#client/render/compositor/painter.ts'
export { Stage } from '#client/render/compositor/Stage.tsx'
