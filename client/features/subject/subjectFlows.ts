import type { FlowHost } from '#client/editor/flows/flowHost.ts'
import { useWorkspace } from '#client/editor/workspace/WorkspaceContext.tsx'
import { createListeners } from '#client/kit/async/listeners.ts'
import { isSaveDataOn } from '#client/kit/browser/network.ts'
import { DEFAULT_MODEL } from '#client/media/segmenter/modelManifest.ts'
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

/**
 * Creates the flow that computes a better matte for each new photo, and for each opened project that was saved with the
 * first matte. If the browser's data saver is on, the flow computes nothing. `beforeChange` is called just before that
 * matte is shown.
 */
export function createImproving(host: FlowHost) {
  const beforeChange = createListeners()
  const { begin, cancel } = createImprover({
    ...host,
    beforeChange: beforeChange.emit,
    offerCandidates: (found) => host.flow(createSelector).offer(found),
  })
  return {
    cancel,
    beforeChange: beforeChange.subscribe,
    subjectFound() {
      const { separation } = host.session.doc
      const isFirst = separation !== null && separation.model === DEFAULT_MODEL && !separation.chosen
      if (isFirst && !isSaveDataOn()) void begin() // `begin` never rejects
    },
  }
}
