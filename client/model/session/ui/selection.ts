/** Reads and writes the selection of layers. `ui` may be the proxy or a snapshot. */

import { sameItems } from '#client/kit/values/identity.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import type { Ui } from './ui.ts'

interface Selected {
  readonly selection: readonly LayerId[]
}

/** Returns the selected layer, or null if no layer or several layers are selected. */
export const selectedLayer = ({ selection }: Selected): LayerId | null =>
  selection.length === 1 ? (selection[0] ?? null) : null

export const isSelected = ({ selection }: Selected, id: LayerId): boolean => selection.includes(id)

/** Selects exactly these layers. If they are already selected, the list object doesn't change. */
export function select(ui: Ui, ...ids: readonly LayerId[]): void {
  if (!sameItems(ids, ui.selection)) ui.selection = [...ids]
}

export function toggleSelected(ui: Ui, id: LayerId): void {
  if (isSelected(ui, id)) select(ui, ...ui.selection.filter((other) => other !== id))
  else select(ui, ...ui.selection, id)
}

/** Deselects all layers except those where `isThere` returns true. */
export function retainSelected(ui: Ui, isThere: (id: LayerId) => boolean): void {
  select(ui, ...ui.selection.filter(isThere))
}
