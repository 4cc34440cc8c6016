import { SlidersHorizontal } from 'lucide-react'
import { defineFeature } from '#client/editor/host/defineFeature.ts'
import { tuneFields } from '#shaders/tune/enhancements.ts'

/** The Tune tab with the enhancements of the photo, the subject and the background. Begin with `TuneSlider.tsx`. */
export const tune = defineFeature({
  id: 'tune',
  panels: [
    {
      id: 'tune-image',
      place: 50,
      label: 'Tune',
      icon: SlidersHorizontal,
      shortcut: 'A',
      prompt: 'Please upload an image first',
      tour: {
        title: 'Tune',
        text: 'Adjust brightness, contrast, sharpness and more, for the subject, the background or both.',
      },
      words: 'Adjust, Enhance, Filter, Brightness, Looks',
      settings: [tuneFields],
      view: { fadesSelection: true },
      load: () => import('./TunePanel.tsx'),
    },
  ],
})
