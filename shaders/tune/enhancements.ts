import type { NumberField } from '../../client/kit/base/fields.ts'
import { blacksRows } from './blacks/rows.ts'
import { blurRows } from './blur/rows.ts'
import { colorRows } from './color/rows.ts'
import type { Enhancement } from './enhancement.ts'
import { sharpnessRows } from './sharpness/rows.ts'
import { toneRows } from './tone/rows.ts'
import { vignetteRows } from './vignette/rows.ts'
import { whiteBalanceRows } from './white-balance/rows.ts'

/** Table of all enhancements (spec §3, §5), in the order of a document's fields. */
export const ENHANCEMENTS = {
  ...colorRows,
  ...toneRows,
  ...sharpnessRows,
  ...blurRows,
  ...blacksRows,
  ...vignetteRows,
  ...whiteBalanceRows,
} satisfies Record<string, Enhancement>

/** The name of an enhancement, which is its field in the document. */
export type EnhancementName = keyof typeof ENHANCEMENTS
/** A set of enhancements, as the sliders show them. */
export type TuneSettings = Readonly<Record<EnhancementName, number>>

/** Returns the row of an enhancement, typed as any row. */
export const rowOf = (name: EnhancementName): Enhancement => ENHANCEMENTS[name]

/** The document's fields for one set of enhancements: default, range and unit of each. */
export const tuneFields = Object.fromEntries(
  Object.entries(ENHANCEMENTS).map(([name, { field }]) => [name, field]),
) as Readonly<Record<EnhancementName, NumberField>>

/** Returns the names of a section's enhancements, in the panel's order. */
export const namesIn = (section: Enhancement['section']): EnhancementName[] =>
  (Object.keys(ENHANCEMENTS) as EnhancementName[])
    .filter((name) => rowOf(name).section === section)
    .sort((a, b) => Number(rowOf(b).isFirst ?? false) - Number(rowOf(a).isFirst ?? false))
