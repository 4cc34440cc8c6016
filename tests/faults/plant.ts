/** Plants a fault in its file and removes it again. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Fault } from './faults.ts'

export const ROOT = join(import.meta.dirname, '../..')

/** Returns the text with the fault. @throws unless `find` occurs in `text` exactly once */
export function faultyText({ file, find, replace }: Fault, text: string): string {
  const pieces = text.split(find)
  if (pieces.length !== 2)
    throw new Error(`'${find}' occurs ${pieces.length - 1} times in ${file}, not once. Update the row in faults.ts.`)
  return pieces.join(replace)
}

/** Writes the fault to its file. The returned function restores the file. */
export function plant(fault: Fault): () => void {
  const path = join(ROOT, fault.file)
  const original = readFileSync(path)
  writeFileSync(path, faultyText(fault, original.toString('utf8')))
  return () => writeFileSync(path, original)
}
