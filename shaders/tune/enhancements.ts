/** Table of the enhancements (spec §3, §5). The order is that of a document's fields. */
import type { NumberField } from '../../client/kit/base/fields.ts'
import { blacksRows } from './blacks/rows.ts'
import { blurRows } from './blur/rows.ts'
import { colorRows } from './color/rows.ts'
import type { Enhancement } from './enhancement.ts'
import { sharpnessRows } from './sharpness/rows.ts'
import { toneRows } from './tone/rows.ts'
import { vignetteRows } from './vignette/rows.ts'

export const ENHANCEMENTS = {
  ...colorRows,
  ...toneRows,
  ...sharpnessRows,
  ...blurRows,
  ...blacksRows,
  ...vignetteRows,
} satisfies Record<string, Enhancement>

export type EnhancementName = keyof typeof ENHANCEMENTS
export type TuneSettings = Readonly<Record<EnhancementName, number>>

/** A row read without its own type. */
export const rowOf = (name: EnhancementName): Enhancement => ENHANCEMENTS[name]

export const tuneFields = Object.fromEntries(
  Object.entries(ENHANCEMENTS).map(([name, { field }]) => [name, field]),
) as Readonly<Record<EnhancementName, NumberField>>

/** The enhancements of a section, in the order of the panel. */
export const namesIn = (section: Enhancement['section']): EnhancementName[] =>
  (Object.keys(ENHANCEMENTS) as EnhancementName[])
    .filter((name) => rowOf(name).section === section)
    .sort((a, b) => Number(rowOf(b).isFirst ?? false) - Number(rowOf(a).isFirst ?? false))
