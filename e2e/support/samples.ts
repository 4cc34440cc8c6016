/** Where the product's own sample photos lie. */
import { join } from 'node:path'

export const sample = (file: string) => join(import.meta.dirname, '../../client/editor/samples', file)
