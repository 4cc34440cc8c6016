import { LayoutTemplate } from 'lucide-react'
import { DESIGNS_TAB } from '../../../model/session/ui/designs.ts'

/** The gallery of designs, for its button, key and panel. */
export const DESIGNS_TOOL = {
  id: DESIGNS_TAB,
  label: 'Designs',
  aliases: ['Template', 'Poster', 'Story', 'Thumbnail', 'Gallery'],
  icon: LayoutTemplate,
  /** The key that opens it. */
  shortcut: 'Y',
} as const
