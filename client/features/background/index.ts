import { Eraser, ImagePlus } from 'lucide-react'
import { defineFeature } from '#client/editor/host/defineFeature.ts'
import {
  colorBackdropFields,
  floorFields,
  gradientFields,
  imageBackdropFields,
} from '#client/model/document/backdrop.ts'

/** Remove BG and Change BG: a transparent background, a color, a gradient or an image. Begin with `backgrounds.ts`. */
export const background = defineFeature({
  id: 'background',
  panels: [
    {
      id: 'remove-background',
      place: 30,
      label: 'Remove BG',
      icon: Eraser,
      shortcut: 'X',
      prompt: 'Please upload an image first to remove the background',
      words: 'Remove background, Transparent, Cut out',
      mode: 'remove-background-only',
      tour: {
        title: 'Remove BG and Change BG',
        text: 'Remove the background, or replace it with a color or another image.',
      },
      view: { fadesSelection: true },
      load: () => import('./RemoveTab.tsx'),
    },
    {
      id: 'change-background',
      place: 40,
      label: 'Change BG',
      icon: ImagePlus,
      shortcut: 'G',
      prompt: 'Please upload an image first to change the background',
      words: 'Background, Background color, Background image',
      settings: [colorBackdropFields, gradientFields, floorFields, imageBackdropFields],
      mode: 'change-background-only',
      needsNoBackground: true,
      tour: { with: 'remove-background' },
      view: { fadesSelection: true },
      load: () => import('./ChangeTab.tsx'),
    },
  ],
})
