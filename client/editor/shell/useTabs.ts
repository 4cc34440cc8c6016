import { useEffect } from 'react'
import { subscribeKey } from 'valtio/utils'
import { listen, stopAll } from '#client/kit/async/listeners.ts'
import { preloadWhenIdle, whenIdle } from '#client/kit/async/scheduling.ts'
import { isSaveDataOn } from '#client/kit/browser/network.ts'
import { loadPngEncoder } from '#client/media/exporter/formats/registry.ts'
import type { Session } from '#client/model/session/session.ts'
import { selectedLayer } from '#client/model/session/ui/selection.ts'
import type { Panels, Tab } from '../host/panels.ts'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'

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

/**
 * Hook that starts the networks' worker while the empty editor is idle, so that the first photo doesn't wait for it.
 */
export function useWarmNetwork() {
  const { segmentation } = useWorkspace()
  useEffect(() => (isSaveDataOn() ? undefined : whenIdle(segmentation.segmenter.warmUp, 'quiet')), [segmentation])
}

/**
 * Opens the tab of a layer that a pointer has selected, if the tab of another layer kind is open. A selection with keys
 * doesn't change the tab, because the user may step through all layers. If no tab is open, doesn't open one, because
 * the canvas would resize under the pointer. `tabs`: the page's tabs. `input`: the target of all input events. The
 * returned function removes the listeners.
 */
export function followSelection({ doc, ui }: Session, panels: Panels, tabs: readonly Tab[], input: Window): () => void {
  let isPointer = false
  const remember = ({ type }: Event) => {
    isPointer = type === 'pointerdown'
  }
  const follow = () => {
    const open = tabs.find(({ id }) => id === ui.tab)
    const selected = selectedLayer(ui)
    const layer = selected && doc.layers[selected]
    const tab = layer && panels.ofKind(layer.kind)
    if (isPointer && open?.kind && tab && tabs.some(({ id }) => id === tab.id)) ui.tab = tab.id
  }
  return stopAll([
    listen(input, { pointerdown: remember, keydown: remember }, { capture: true }),
    subscribeKey(ui, 'selection', follow),
  ])
}
