/** The graphics code. It is one module, so that the client loads it as one lazy chunk. */
export { paintedKinds } from '#client/layers/nodes.ts'
export { paintLayerThumbnail } from '#client/render/compositor/layerThumbnail.ts'
export { createPainter } from '#client/render/compositor/painter.ts'
export { Stage } from '#client/render/compositor/Stage.tsx'
