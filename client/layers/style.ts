/** A layer's look: the values of the fields that its kind names as its style. What copies, pastes or keeps a look asks here. */
import type { Immutable } from '../kit/base/immutable.ts'
import type { LayerBase } from '../model/document/document.ts'
import { kindOf } from './registry.ts'

export type Style = Readonly<Record<string, unknown>>

export function styleOf(kind: string, values: object): Style {
  const names: readonly string[] = kindOf(kind).style ?? []
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))
}

/** What a layer of this kind takes over from a model: its style, without effects that the model has switched off. */
export function applicableStyle(kind: string, model: Immutable<object>): Style {
  const added: readonly string[] = kindOf(kind).styleOnlyEnables ?? []
  const taken = Object.entries(styleOf(kind, model)).filter(([name, value]) => !added.includes(name) || isOn(value))
  return Object.fromEntries(taken)
}

/** Within a step. What is no style stays as it is. */
export function applyStyle(layer: LayerBase, model: Immutable<object>): void {
  Object.assign(layer, structuredClone(applicableStyle(layer.kind, model)))
}

const isOn = (value: unknown) => (value as { enabled?: unknown } | null)?.enabled === true
