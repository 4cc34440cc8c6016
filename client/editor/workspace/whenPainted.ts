/** Waits for the canvas before a flow's status message is removed. */
import type { Deferred } from '#client/kit/async/deferred.ts'
import { pause } from '#client/kit/async/scheduling.ts'
import type { StageHandle } from '#client/render/compositor/Stage.tsx'

/** Maximum wait for the canvas, ms. Without WebGL, the canvas never paints. */
const PAINT_MS = 3000

/**
 * Resolves when the canvas shows the document, at the latest after `PAINT_MS`. Never rejects. Also resolves if a layer
 * can't be painted and if the user leaves the editor.
 */
export const whenPainted = (stage: Pick<Deferred<StageHandle>, 'ready'>): Promise<void> =>
  Promise.race([
    stage.ready().then(async ({ preview, draw }) => {
      await preview.settle()
      draw()
    }),
    pause(PAINT_MS),
  ]).catch(console.debug)
