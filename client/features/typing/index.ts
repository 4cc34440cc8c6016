import { defineFeature } from '#client/editor/host/defineFeature.ts'
import { InlineTextEditor } from './InlineTextField.tsx'
import { TypingBar } from './TypingBar.tsx'

/**
 * Typing on the canvas: the field over a text layer, its faint copy over the subject, and the bar above an on-screen
 * keyboard. Begin with `InlineTextField.tsx`.
 */
export const typing = defineFeature({ id: 'typing', slots: { stage: InlineTextEditor, typing: TypingBar } })
