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
 * Hook that opens the tool of a page with a single tool, and opens the tab of a layer that the user selects with a
 * pointer. Preloads the code of all tabs when the first matte is shown, because loading earlier would delay the matte.
 */
export function useTabs(tabs: readonly Tab[], isAnalyzed: boolean) {
  const { session, panels } = useWorkspace()
  useEffect(() => followSelection(session, panels, tabs, window), [session, panels, tabs])
  useEffect(() => {
    // on a page with a single tool, this tool is open from the start
    if (tabs !== panels.tabs) session.ui.panel = tabs[0]?.id ?? null
  }, [session, panels, tabs])
  useEffect(() => {
    // preloaded, so that panels open without delay and everything works offline
    if (isAnalyzed)
      return preloadWhenIdle([
        loadPngEncoder,
        ...[...tabs, ...panels.all].flatMap(({ load, sections = [] }) => [load, ...sections]),
      ])
  }, [isAnalyzed, tabs, panels])
}

/**
 * Hook that starts the networks' worker while the empty editor is idle, so that the first photo doesn't have to wait
 * for the worker.
 */
export function useWarmNetwork() {
  const { segmentation } = useWorkspace()
  useEffect(() => (isSaveDataOn() ? undefined : whenIdle(segmentation.segmenter.warmUp, 'quiet')), [segmentation])
}

/**
 * When the user selects a layer with a pointer while another kind's tab is open, opens the layer's tab. Doesn't open a
 * tab if none is open, because the canvas would be resized under the pointer. Ignores selections by keyboard, because
 * the user may be stepping through all layers. `tabs`: the page's tabs. `input`: the target of all input events.
 * Returns a function that removes the listeners.
 */
export function followSelection({ doc, ui }: Session, panels: Panels, tabs: readonly Tab[], input: Window): () => void {
  let isPointer = false
  const remember = ({ type }: Event) => {
    isPointer = type === 'pointerdown'
  }
  const follow = () => {
    const open = tabs.find(({ id }) => id === ui.panel)
    const selected = selectedLayer(ui)
    const layer = selected && doc.layers[selected]
    const panel = layer && panels.ofKind(layer.kind)
    if (isPointer && open?.kind && panel && tabs.some(({ id }) => id === panel.id)) ui.panel = panel.id
  }
  return stopAll([
    listen(input, { pointerdown: remember, keydown: remember }, { capture: true }),
    subscribeKey(ui, 'selection', follow),
  ])
}
