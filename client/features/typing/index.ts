import { defineFeature } from '#client/editor/host/defineFeature.ts'
import { InlineTextEditor } from './InlineTextField.tsx'

/** Typing on the canvas: the field over a text layer, and its faint copy over the subject. Begin with `InlineTextField.tsx`. */
export const typing = defineFeature({ id: 'typing', slots: { stage: InlineTextEditor } })
