/** A layer's look: the values of the fields that its kind names as its style. What copies, pastes or keeps a look asks here. */
import type { Immutable } from '../kit/base/immutable.ts'
import type { LayerBase } from '../model/document/document.ts'
import { kindOf } from './registry.ts'

export type Style = Readonly<Record<string, unknown>>

export function styleOf(kind: string, values: object): Style {
  const names: readonly string[] = kindOf(kind).style ?? []
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))
}

/** Within a step. What is no style stays as it is. */
export function takeStyle(layer: LayerBase, model: Immutable<object>): void {
  Object.assign(layer, structuredClone(styleOf(layer.kind, model)))
}
