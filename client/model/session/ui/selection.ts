/** Which layers are selected. Handles, cards and keys ask here; `ui` may be the living one or its snapshot. */
import type { LayerId } from '../../../kit/base/ids.ts'
import type { Ui } from './ui.ts'

interface Selected {
  readonly selection: readonly LayerId[]
}

/** The one selected layer; null where none or several are. */
export const selectedLayer = ({ selection }: Selected): LayerId | null =>
  selection.length === 1 ? (selection[0] ?? null) : null

export const isSelected = ({ selection }: Selected, id: LayerId): boolean => selection.includes(id)

/** These and no others; without any nothing is selected. The list stays the same one where nothing changes. */
export function select(ui: Ui, ...ids: readonly LayerId[]): void {
  const isSame = ids.length === ui.selection.length && ids.every((id, i) => id === ui.selection[i])
  if (!isSame) ui.selection = [...ids]
}

/** Adds a layer to those that are selected, or takes it out. */
export function toggleSelected(ui: Ui, id: LayerId): void {
  if (isSelected(ui, id)) select(ui, ...ui.selection.filter((other) => other !== id))
  else select(ui, ...ui.selection, id)
}

/** What is gone is not selected. */
export function keepSelected(ui: Ui, isThere: (id: LayerId) => boolean): void {
  select(ui, ...ui.selection.filter(isThere))
}
