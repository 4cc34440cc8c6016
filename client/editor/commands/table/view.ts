import { Layers, Maximize, Minus, Plus, ScanLine } from 'lucide-react'
import { NARROW } from '../../../kit/ui/hooks.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { defineCommands } from '../command.ts'
import { PHOTO } from '../requirements.ts'

/** Zoom factor per key press. */
const ZOOM_STEP = 1.25

/** Commands for zoom and panels. */
export const viewCommands = defineCommands([
  {
    id: 'fit',
    label: 'Zoom to fit',
    aliases: ['Zoom to fit'],
    icon: Maximize,
    keys: ['0'],
    group: 'View',
    needs: [PHOTO],
    keepsGesture: true,
    run: ({ workspace }) => workspace.fit(),
  },
  {
    id: 'actual-size',
    label: 'Actual size',
    aliases: ['Zoom to 100 %'],
    icon: ScanLine,
    keys: ['1'],
    group: 'View',
    needs: [PHOTO],
    keepsGesture: true,
    run: ({ workspace }) => workspace.zoomTo(1 / devicePixelRatio),
  },
  {
    id: 'zoom-in',
    label: 'Zoom in',
    icon: Plus,
    keys: ['+', '='],
    group: 'View',
    needs: [PHOTO],
    keepsGesture: true,
    run: ({ workspace }) => zoomBy(workspace, ZOOM_STEP),
  },
  {
    id: 'zoom-out',
    label: 'Zoom out',
    icon: Minus,
    keys: ['-'],
    group: 'View',
    needs: [PHOTO],
    keepsGesture: true,
    run: ({ workspace }) => zoomBy(workspace, 1 / ZOOM_STEP),
  },
  {
    id: 'layers',
    label: 'Layers',
    icon: Layers,
    keys: ['Shift+L'],
    group: 'View',
    needs: [PHOTO],
    keepsGesture: true,
    run({ workspace: { session } }) {
      const { ui } = session
      if (!ui.layers.isShown && matchMedia(NARROW).matches) ui.tab = null // a narrow screen shows one sheet at a time
      ui.layers.isOpen = !ui.layers.isShown
    },
  },
])

const zoomBy = (workspace: Workspace, factor: number) => workspace.zoomTo(workspace.viewport.get().zoom * factor)
