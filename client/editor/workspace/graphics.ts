/** The code that paints, as one module that is loaded when there is something to paint. */

export { paintedKinds } from '../../layers/nodes.ts'
export { paintLayerThumbnail } from '../../render/compositor/layerThumbnail.ts'
export { createPainter } from '../../render/compositor/painter.ts'
export { Stage } from '../../render/compositor/Stage.tsx'
