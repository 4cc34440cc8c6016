import { Crop } from 'lucide-react'
import { defineFeature } from '#client/editor/host/defineFeature.ts'
import { cropFields } from '#client/model/document/crop.ts'
import { CropOffer } from './CropOffer.tsx'
import { createCropOverlay } from './cropOverlay.ts'
import { CROP_PANEL } from './cropState.ts'
import { CROP } from './cropTool.ts'
import { createCropFlow, toggleCrop } from './editCrop.ts'

/**
 * Crop: the frame on the canvas, the rotation, and the margins that are filled around the photo. Begin with
 * `editCrop.ts`.
 */
export const crop = defineFeature({
  id: 'crop',
  panels: [
    {
      id: CROP_PANEL,
      label: 'Crop',
      icon: Crop,
      shortcut: 'F',
      prompt: 'Please upload an image first to crop it',
      load: () => import('./CropPanel.tsx'),
      tools: [CROP],
      overlay: createCropOverlay,
      view: { showsWholeCanvas: true, hidesSelection: true },
      toggle: toggleCrop,
      words: 'Resize, Aspect ratio, Straighten, Rotate, Flip, YouTube, Instagram',
      settings: [cropFields],
    },
  ],
  flows: [createCropFlow],
  slots: { margins: CropOffer },
  bar: [{ command: 'panel.crop', of: 'photo', words: { wide: 140 }, narrow: 'beside-undo' }],
})
