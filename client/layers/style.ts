/** A layer's style: the values of the fields that its kind lists as `style`. Used to copy, paste and save styles. */
import type { Immutable } from '../kit/base/immutable.ts'
import type { LayerBase } from '../model/document/document.ts'
import { kindOf } from './registry.ts'

/** A layer's style: the values of the fields that its kind lists as `style`. */
export type Style = Readonly<Record<string, unknown>>

/**
 * Returns those of `values` that belong to the style of the kind, groups that are off included. What "paste style" and
 * saved styles set is `applicableStyle`.
 */
export function styleOf(kind: string, values: object): Style {
  const names: readonly string[] = kindOf(kind).style ?? []
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))
}

/**
 * Returns the values that are set where the style of `model` (a layer of the kind, or saved values) is applied: its style
 * without the `styleOnlyEnables` groups that are off.
 */
export function applicableStyle(kind: string, model: Immutable<object>): Style {
  const added: readonly string[] = kindOf(kind).styleOnlyEnables ?? []
  const taken = Object.entries(styleOf(kind, model)).filter(([name, value]) => !added.includes(name) || isOn(value))
  return Object.fromEntries(taken)
}

/**
 * Applies a model's style to a layer, as `applicableStyle` returns it: without `styleOnlyEnables` groups that are off.
 * All other fields stay. Call it within an undo step.
 */
export function applyStyle(layer: LayerBase, model: Immutable<object>): void {
  Object.assign(layer, structuredClone(applicableStyle(layer.kind, model)))
}

const isOn = (value: unknown) => (value as { enabled?: unknown } | null)?.enabled === true
