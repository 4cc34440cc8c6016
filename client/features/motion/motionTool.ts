import { createPressTool } from '#client/editor/canvas/pressTools.ts'
import type { ToolEntry } from '#client/editor/canvas/tool.ts'

/** The tool of the Motion panel. While the motion plays, pointers edit nothing. Escape closes the panel. */
export const MOTION_PREVIEW: ToolEntry = {
  create(context) {
    const close = () => {
      context.session.ui.tab = null
    }
    return { ...createPressTool(context, () => {}, close), cursor: () => 'default' }
  },
}
