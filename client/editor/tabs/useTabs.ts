import { useEffect } from 'react'
import { isSaveDataOn } from '#client/kit/base/network.ts'
import { preloadWhenIdle, whenIdle } from '#client/kit/base/scheduling.ts'
import { loadPngEncoder } from '#client/media/exporter/formats/registry.ts'
import type { Tab } from '../host/panels.ts'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import { followSelection } from './followSelection.ts'

/**
 * Hook that opens the only tool of a page with one tool. Also opens the tab of a layer when the user selects the layer
 * with a pointer. Preloads the code of all tabs once the first matte is shown, because the user waits for the matte.
 */
export function useTabs(tabs: readonly Tab[], isAnalyzed: boolean) {
  const { session, panels } = useWorkspace()
  useEffect(() => followSelection(session, panels, tabs, window), [session, panels, tabs])
  useEffect(() => {
    // On a page with a single tool, the tool is open from the start.
    if (tabs !== panels.tabs) session.ui.tab = tabs[0]?.id ?? null
  }, [session, panels, tabs])
  useEffect(() => {
    // preloaded, so that panels open without delay, and so that panels and the download work offline
    if (isAnalyzed)
      return preloadWhenIdle([
        loadPngEncoder,
        ...[...tabs, ...panels.all].flatMap(({ load, sections = [] }) => [load, ...sections]),
      ])
  }, [isAnalyzed, tabs, panels])
}

/** Hook that starts the networks' worker while the empty editor is idle, so that the first photo doesn't wait for it. */
export function useWarmNetwork() {
  const { segmentation } = useWorkspace()
  useEffect(() => (isSaveDataOn() ? undefined : whenIdle(segmentation.segmenter.warmUp, 'quiet')), [segmentation])
}
