/** All that paints, in one file of its own: it is loaded once there is something to paint. */

export { paintedKinds } from '../../layers/nodes.ts'
export { createPainter } from '../../render/compositor/painter.ts'
export { Stage } from '../../render/compositor/Stage.tsx'
