import { LayoutTemplate } from 'lucide-react'
import { DESIGNS_TAB } from '../../../model/session/ui/designs.ts'

/**
 * Name, icon and key of the gallery of designs (finished layouts of layers that are put on the photo); the toolbar's
 * button, the command and the panel read them. Texts are English and translated when shown.
 */
export const DESIGNS_TOOL = {
  id: DESIGNS_TAB,
  label: 'Designs',
  aliases: ['Template', 'Poster', 'Story', 'Thumbnail', 'Gallery'],
  icon: LayoutTemplate,
  /** The key that opens it. */
  shortcut: 'Y',
} as const
