/** The paths of the product's sample photos. */
import { join } from 'node:path'

/** Returns the path of one of the product's sample photos. */
export const sample = (file: string) => join(import.meta.dirname, '../../client/editor/samples', file)
