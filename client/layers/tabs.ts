import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { TabRecord } from '#client/render/kind.ts'
import { kindOf, kinds } from './registry.ts'

/** A tab of a layer kind. Its content is the kind's `tab.tsx`, which loads when the user opens the tab. */
export interface KindTab extends TabRecord {
  icon: LucideIcon
  /** The kind whose layers the tab lists. Absent if the tab has no list. */
  kind?: string
  load(): Promise<{ default: ComponentType }>
}

const panels = import.meta.glob<{ default: ComponentType }>('./*/tab.tsx')

/** All tabs of layer kinds, with icons and panels. */
export const kindTabs: readonly KindTab[] = Object.keys(kinds).flatMap((name) => {
  const { icon, tab } = kindOf(name)
  return tab ? [{ ...tab, icon, kind: name, load: panelOf(name) }] : []
})

function panelOf(name: string): KindTab['load'] {
  const load = panels[`./${name}/tab.tsx`]
  if (!load) throw new Error(`client/layers/${name}/index.ts has a tab, but the folder has no tab.tsx`)
  return load
}
