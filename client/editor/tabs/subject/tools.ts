/** A tool of the subject, for its button, key and panel. */
import { type LucideIcon, MousePointerClick, Paintbrush } from 'lucide-react'
import { CHOOSE_TAB, MASK_EDIT_TAB } from '../../../model/session/ui/subject.ts'

interface SubjectTool {
  id: typeof CHOOSE_TAB | typeof MASK_EDIT_TAB
  label: string
  icon: LucideIcon
  /** The key that opens it. */
  shortcut: string
}

/** The tool that chooses the subject. */
export const CHOOSE_TOOL: SubjectTool = {
  id: CHOOSE_TAB,
  label: 'Choose subject',
  icon: MousePointerClick,
  shortcut: 'W',
}
/** The tool that edits the mask. */
export const MASK_EDIT_TOOL: SubjectTool = { id: MASK_EDIT_TAB, label: 'Mend mask', icon: Paintbrush, shortcut: 'M' }

/** The subject's tools in the order of their buttons. */
export const TOOLS: readonly SubjectTool[] = [CHOOSE_TOOL, MASK_EDIT_TOOL]
