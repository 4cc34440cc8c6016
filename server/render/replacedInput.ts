/** Finds inputs of a run that its own pictures would replace. */
import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/**
 * Returns the first of the `inputs` (paths of files) that a file named `names` in `folder` would replace; null = none. Real paths
 * are compared, in any case of letters and any normalization, since file systems differ in both.
 */
export function replacedInput(inputs: readonly string[], folder: string, names: readonly string[]): string | null {
  if (!existsSync(folder)) return null
  const written = new Set(names.map((name) => keyOf(join(realpathSync.native(folder), name))))
  return inputs.find((input) => placesOf(input).some((place) => written.has(keyOf(place)))) ?? null
}

/** Where a link is, and where it leads to. */
const placesOf = (path: string): string[] =>
  existsSync(path) ? [join(realpathSync.native(dirname(path)), basename(path)), realpathSync.native(path)] : []

const keyOf = (path: string) => path.normalize('NFC').toLowerCase()
