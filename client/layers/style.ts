/** Copies, applies and saves styles: the values of the fields that a kind lists as `style`. */
import type { Immutable } from '#client/kit/values/immutable.ts'
import type { LayerBase } from '#client/model/document/document.ts'
import { kindOf } from './registry.ts'

export type Style = Readonly<Record<string, unknown>>

/** Returns the style fields among `values`, including the fields of disabled groups. */
export function styleOf(kind: string, values: object): Style {
  const names: readonly string[] = kindOf(kind).style ?? []
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))
}

/**
 * Returns the values that "Paste style" and saved styles apply: the style fields of `model` (a layer or saved values).
 * Leaves out disabled groups that the kind lists in `styleOnlyEnables`.
 */
export function applicableStyle(kind: string, model: Immutable<object>): Style {
  const added: readonly string[] = kindOf(kind).styleOnlyEnables ?? []
  const taken = Object.entries(styleOf(kind, model)).filter(([name, value]) => !added.includes(name) || isOn(value))
  return Object.fromEntries(taken)
}

/** Applies a model's style (`applicableStyle`) to a layer. Other fields stay unchanged. Call it within an undo step. */
export function applyStyle(layer: LayerBase, model: Immutable<object>): void {
  Object.assign(layer, structuredClone(applicableStyle(layer.kind, model)))
}

const isOn = (value: unknown) => (value as { enabled?: unknown } | null)?.enabled === true
