import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { TabRecord } from '../render/kind.ts'
import { kindOf, kinds } from './registry.ts'

/**
 * A tab of a layer kind. The kind describes the tab; the content is its folder's `tab.tsx`, loaded when the tab opens.
 */
export interface Tab extends TabRecord {
  icon: LucideIcon
  /** The kind whose layers the tab lists; absent = none. */
  kind?: string
  load(): Promise<{ default: ComponentType }>
}

const panels = import.meta.glob<{ default: ComponentType }>('./*/tab.tsx')

/** The tabs of all kinds that have one, with their icons and panels. */
export const kindTabs: readonly Tab[] = Object.keys(kinds).flatMap((name) => {
  const { icon, tab } = kindOf(name)
  return tab ? [{ ...tab, icon, kind: name, load: panelOf(name) }] : []
})

function panelOf(name: string): Tab['load'] {
  const load = panels[`./${name}/tab.tsx`]
  if (!load) throw new Error(`client/layers/${name}/index.ts has a tab, but the folder has no tab.tsx`)
  return load
}
