/** Table: the subject's own tools, as buttons, keys and panels know them. */
import { type LucideIcon, MousePointerClick, Paintbrush } from 'lucide-react'
import { CHOOSE_TAB, MEND_TAB } from '../../../model/session/ui/subject.ts'

interface SubjectTool {
  id: typeof CHOOSE_TAB | typeof MEND_TAB
  label: string
  icon: LucideIcon
  /** The key that opens it. */
  shortcut: string
}

export const CHOOSE_TOOL: SubjectTool = {
  id: CHOOSE_TAB,
  label: 'Choose subject',
  icon: MousePointerClick,
  shortcut: 'W',
}
export const MEND_TOOL: SubjectTool = { id: MEND_TAB, label: 'Mend mask', icon: Paintbrush, shortcut: 'M' }

export const TOOLS: readonly SubjectTool[] = [CHOOSE_TOOL, MEND_TOOL]
