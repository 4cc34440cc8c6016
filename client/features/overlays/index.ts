import { defineFeature } from '#client/editor/host/defineFeature.ts'
import { overlayKind } from '#client/layers/overlay/index.ts'
import { createOverlayFlow } from './overlays.ts'

/** Image Overlay: images that the user adds behind or in front of the subject. Begin with `overlays.ts`. */
export const overlays = defineFeature({
  id: 'overlays',
  panels: [
    {
      id: 'images',
      place: 80,
      label: 'Image Overlay',
      icon: overlayKind.icon,
      kind: overlayKind.kind,
      shortcut: 'I',
      prompt: 'Please upload an image first',
      words: 'Add image, Logo',
      mode: 'overlay-only',
      takeImage: ({ flow }, image) => void flow(createOverlayFlow).add(image, false),
      tour: {
        title: 'Image Overlay',
        text: 'Add up to 2 images over the background, with or without their own backgrounds.',
      },
      load: () => import('./OverlayTab.tsx'),
    },
  ],
})
