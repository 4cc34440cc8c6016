/** Reads and applies styles. A style contains the values of the fields that the kind lists as `style`. */
import type { Immutable } from '#client/kit/values/immutable.ts'
import type { LayerBase } from '#client/model/document/document.ts'
import { kindOf } from './registry.ts'

export type Style = Readonly<Record<string, unknown>>

/** Returns the style fields of `values`, including fields of disabled groups. */
export function styleOf(kind: string, values: object): Style {
  const names: readonly string[] = kindOf(kind).style ?? []
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))
}

/**
 * Returns the style fields of `model` (a layer or saved values) that "Paste style" and saved styles apply. Skips a
 * disabled group if the kind lists it in `styleOnlyEnables`.
 */
export function applicableStyle(kind: string, model: Immutable<object>): Style {
  const added: readonly string[] = kindOf(kind).styleOnlyEnables ?? []
  const taken = Object.entries(styleOf(kind, model)).filter(([name, value]) => !added.includes(name) || isOn(value))
  return Object.fromEntries(taken)
}

/**
 * Applies the style of `model` (see `applicableStyle`) to a layer. Doesn't change other fields. Must be called within
 * an undo step.
 */
export function applyStyle(layer: LayerBase, model: Immutable<object>): void {
  Object.assign(layer, structuredClone(applicableStyle(layer.kind, model)))
}

const isOn = (value: unknown) => (value as { enabled?: unknown } | null)?.enabled === true
