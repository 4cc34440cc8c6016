import { defineFeature } from '#client/editor/host/defineFeature.ts'
import { InlineTextEditor } from './InlineTextField.tsx'
import { TypingBar } from './TypingBar.tsx'

/**
 * Typing on the canvas: the text field over a text layer, the faint copy of letters behind the subject, and the bar
 * above the on-screen keyboard. Begin with `InlineTextField.tsx`.
 */
export const typing = defineFeature({ id: 'typing', slots: { stage: InlineTextEditor, typing: TypingBar } })
