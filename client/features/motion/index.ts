import { Clapperboard } from 'lucide-react'
import { defineFeature } from '#client/editor/host/defineFeature.ts'
import { createPressTool } from '#client/editor/tools/pressTools.ts'
import type { ToolEntry } from '#client/editor/tools/tool.ts'
import { motionFields } from '#client/model/document/motion.ts'
import { MOTION_PANEL, MotionOffer, MotionSlot } from './MotionSlot.tsx'

/** The tool of the Motion panel. It ignores pointers, so that they can't edit the document. Escape closes the panel. */
const MOTION_PREVIEW: ToolEntry = {
  create(context) {
    const close = () => {
      context.session.ui.panel = null
    }
    return { ...createPressTool(context, () => {}, close), cursor: () => 'default' }
  },
}

/** Plays the image as a looping camera movement, and saves it as a video. Begin with `motion.ts`. */
export const motion = defineFeature({
  id: 'motion',
  panels: [
    {
      id: MOTION_PANEL,
      label: 'Motion',
      icon: Clapperboard,
      shortcut: 'V',
      prompt: 'Please upload an image first to animate it',
      load: () => import('./MotionPanel.tsx'),
      tools: [MOTION_PREVIEW],
      view: { hidesSelection: true, hidesZoom: true },
      words: 'Video, Animation, Animate, GIF, MP4, Reel, Story',
      settings: [motionFields],
    },
  ],
  slots: { canvas: MotionSlot, otherFiles: MotionOffer },
  bar: [
    {
      command: 'panel.motion',
      of: 'photo',
      words: { wide: 40, narrow: 10 },
      button: { wide: 150, narrow: 100 },
    },
  ],
})
