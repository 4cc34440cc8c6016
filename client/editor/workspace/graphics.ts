/** The code that paints, as one lazy module. It is loaded when there is a document to paint. */

export { paintedKinds } from '../../layers/nodes.ts'
export { paintLayerThumbnail } from '../../render/compositor/layerThumbnail.ts'
export { createPainter } from '../../render/compositor/painter.ts'
export { Stage } from '../../render/compositor/Stage.tsx'
