import { Layers } from 'lucide-react'
import { defineCommands, withSession } from '#client/editor/commands/command.ts'
import { PHOTO } from '#client/editor/commands/requirements.ts'
import { defineFeature } from '#client/editor/host/defineFeature.ts'
import { NARROW } from '#client/kit/ui/hooks.ts'
import type { Session } from '#client/model/session/session.ts'
import { LayersPanel } from './LayersPanel.tsx'

/** The Layers panel, where the user selects, reorders, hides and locks layers. Begin with `LayersPanel.tsx`. */
export const layersPanel = defineFeature({
  id: 'layers-panel',
  commands: defineCommands('View', [
    ['layers', 'Layers', Layers, ['Shift+L'], [PHOTO], withSession(toggleLayers), { keepsGesture: true }],
  ]),
  slots: { side: LayersPanel },
})

function toggleLayers({ ui }: Session) {
  // closes the open panel, because a narrow screen shows only one panel at a time
  if (!ui.layers.isShown && matchMedia(NARROW).matches) ui.panel = null
  ui.layers.isOpen = !ui.layers.isShown
}
