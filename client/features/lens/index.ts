import { defineFeature } from '#client/editor/host/defineFeature.ts'
import { lensFields } from '#client/model/document/lens.ts'
import { FOCUS } from './focusTool.ts'

/** The lens blur: a section of the Tune tab, and the tool that sets the focus. Begin with `LensFields.tsx`. */
export const lens = defineFeature({
  id: 'lens',
  extensions: [{ panel: 'tune-image', tools: [FOCUS], settings: [lensFields], load: () => import('./LensFields.tsx') }],
})
