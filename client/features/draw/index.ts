import { defineFeature } from '#client/editor/host/defineFeature.ts'
import { drawingKind } from '#client/layers/drawing/index.ts'
import { DRAW, FIRST_STROKE } from './draw.ts'

/** The Draw tab with the pencil, the eraser and the list of strokes. Begin with `draw.ts`. */
export const draw = defineFeature({
  id: 'draw',
  panels: [
    {
      id: 'draw',
      place: 100,
      label: 'Draw',
      icon: drawingKind.icon,
      kind: drawingKind.kind,
      shortcut: 'B',
      prompt: 'Please upload an image first to use the draw feature',
      words: 'Pencil, Brush, Pen',
      mode: 'draw-only',
      tour: {
        title: 'Draw',
        text: 'Draw freehand in any color and size, behind the subject or in front of it.',
      },
      load: () => import('./DrawTab.tsx'),
      tools: [DRAW, FIRST_STROKE],
    },
  ],
})
