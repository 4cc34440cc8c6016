/** Table: the subject's own tools, as buttons, keys and panels know them. */
import { type LucideIcon, Paintbrush } from 'lucide-react'
import { MEND_TAB } from '../../session/ui/subject.ts'

interface SubjectTool {
  id: string
  label: string
  icon: LucideIcon
  /** The key that opens it. */
  shortcut: string
}

export const MEND_TOOL: SubjectTool = { id: MEND_TAB, label: 'Mend mask', icon: Paintbrush, shortcut: 'M' }

export const TOOLS: readonly SubjectTool[] = [MEND_TOOL]
