import { subscribeKey } from 'valtio/utils'
import type { FlowHost } from '#client/editor/flows/flowHost.ts'
import { useWorkspace } from '#client/editor/workspace/WorkspaceContext.tsx'
import { createListeners } from '#client/kit/async/listeners.ts'
import { isSaveDataOn } from '#client/kit/browser/network.ts'
import { kindOf } from '#client/layers/registry.ts'
import { DEFAULT_MODEL } from '#client/media/segmenter/modelManifest.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { asLifted } from '#client/render/objects/lifted.ts'
import { isSubjectPainted, neededFill } from '#client/render/photo/branches.ts'
import { createImprover } from './select/improve.ts'
import { SubjectSelector } from './select/subjectSelector.ts'

/** Creates the flow that selects the subject and that lifts and erases objects. */
export const createSelector = (host: FlowHost) =>
  new SubjectSelector({
    ...host,
    // if the user leaves the editor, `ready` rejects
    whenFilled: async () => host.stage.ready().then(({ preview }) => preview.settle(), console.debug),
  })

export const useSelector = (): SubjectSelector => useWorkspace().flow(createSelector)

/** Returns true if the subject is the first matte of the photo, and false after the better matte or a selection. */
export const isFirstMatte = ({ separation }: Pick<DocumentSnapshot, 'separation'>): boolean =>
  separation !== null && separation.model === DEFAULT_MODEL && !separation.chosen

/** Returns true if another matte would change a pixel of the image. */
const isMattePainted = (doc: DocumentSnapshot): boolean =>
  isSubjectPainted(doc) ||
  neededFill(doc) !== null ||
  Object.values(doc.layers).some((layer) => kindOf(layer.kind).needsSubject || asLifted(layer))

/**
 * Creates the flow that computes a better matte for each new photo, and for each opened project that was saved with the
 * first matte. If the browser's data saver is on, the flow computes nothing. `beforeChange` is called just before the
 * better matte is shown.
 */
export function createImproving(host: FlowHost) {
  const beforeChange = createListeners()
  /** Resolves when no better matte is being computed any more. Null if none is being computed. */
  let running: Promise<void> | null = null
  let skipWaiting = () => {}
  const { doc } = host.session
  const { begin, cancel } = createImprover({
    ...host,
    beforeChange: beforeChange.emit,
    offerCandidates: (found) => host.flow(createSelector).offer(found),
  })
  const isFirst = () => isFirstMatte(doc)
  const improve = (painted: Promise<void>) => {
    const done = begin(painted).then(() => {
      if (running === done) running = null
    })
    running = done
  }
  return {
    cancel,
    beforeChange: beforeChange.subscribe,
    subjectFound(painted: Promise<void>) {
      if (isFirst() && !isSaveDataOn()) improve(painted)
    },
    /**
     * A download waits for the better matte, so that the file has the edges that the preview will have. It doesn't wait
     * if the matte doesn't change the file, or once the user has selected another subject.
     */
    whenDone(needsSubject: boolean) {
      if (!running || !isFirst() || !(needsSubject || isMattePainted(snapshotOf(host.session)))) return null
      const { promise: skipped, resolve } = Promise.withResolvers<void>()
      skipWaiting = resolve
      const stopWatching = subscribeKey(doc, 'separation', () => {
        if (!isFirst()) resolve()
      })
      return Promise.race([running, skipped]).finally(stopWatching)
    },
    /** Lets a waiting download continue with the first matte. */
    skip: () => skipWaiting(),
  }
}
