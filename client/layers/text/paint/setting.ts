import type { Immutable } from '../../../document/document.ts'
import type { TextValues } from '../schema.ts'
import type { Setting } from './layout.ts'

export const settingOf = ({ alignment, lineHeight, letterSpacing }: Immutable<TextValues>): Setting => ({
  alignment,
  lineHeight,
  letterSpacing: letterSpacing / 100,
})
