import type { ToolEntry } from './tool.ts'

/** The tool of the Motion panel. While the canvas plays, pointers edit nothing. Escape closes the panel. */
export const MOTION_PREVIEW: ToolEntry = {
  create: ({ session: { ui } }) => ({
    down: () => false,
    move() {},
    up() {},
    cancel() {},
    key(name) {
      if (name !== 'Escape') return false
      ui.tab = null
      return true
    },
    cursor: () => 'default',
  }),
}
