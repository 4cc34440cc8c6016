/** The tool tabs as a table: a tool has a tab when its line stands here. */
import { type LucideIcon, SlidersHorizontal, Type } from 'lucide-react'
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

export interface Tab {
  id: string
  label: string
  icon: LucideIcon
  /** The key that opens it. */
  shortcut: string
  panel: LazyExoticComponent<ComponentType>
}

export const TABS: readonly Tab[] = [
  {
    id: 'text',
    label: 'Text',
    icon: Type,
    shortcut: 'T',
    panel: lazy(() => import('../layers/text/list.tsx')),
  },
  {
    id: 'tune-image',
    label: 'Tune',
    icon: SlidersHorizontal,
    shortcut: 'A',
    panel: lazy(() => import('../tune/panel.tsx')),
  },
]
