/** All that paints, in one file of its own: it is loaded once there is something to paint. */
export { createPainter } from '../compositor/painter.ts'
export { Stage } from '../compositor/Stage.tsx'
export { paintedKinds } from '../layers/nodes.ts'
