/** Waits for the canvas before the message of a flow disappears. */
import type { Deferred } from '#client/kit/async/deferred.ts'
import { pause } from '#client/kit/async/scheduling.ts'
import type { StageHandle } from '#client/render/compositor/Stage.tsx'

/** Maximum wait for the canvas, ms. A canvas without graphics never paints. */
const PAINT_MS = 3000

/**
 * Resolves once the canvas shows the document, and at the latest after `PAINT_MS`. Never rejects: the wait also ends
 * when a layer cannot be painted, and when the user leaves the editor.
 */
export const whenPainted = (stage: Pick<Deferred<StageHandle>, 'ready'>): Promise<void> =>
  Promise.race([
    stage.ready().then(async ({ preview, draw }) => {
      await preview.settle()
      draw()
    }),
    pause(PAINT_MS),
  ]).catch(console.debug)
