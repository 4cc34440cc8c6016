/** Runs shorter than this are cheaper as part of a literal. */
const MIN_RUN = 3
/** Longest run or literal of one header byte. */
const MAX_RUN = 128

/** Returns the maximum packed size of `count` bytes: the bytes plus one header for each literal of 128. */
export const packedBound = (count: number): number => count + Math.ceil(count / MAX_RUN)

/**
 * Compresses one row by PackBits (Apple Technical Note TN1023). Reads `count` bytes of `from`, every `step`-th from
 * `start` on, and writes to `into` from `at` on. Returns where the packed row ends.
 */
export function packBits(
  from: Uint8Array,
  { start, step, count }: { start: number; step: number; count: number },
  into: Uint8Array,
  at: number,
): number {
  let end = at
  let literal = -1 // index of the open literal's header
  for (let i = 0; i < count; ) {
    const value = from[start + i * step] as number
    const limit = Math.min(MAX_RUN, count - i)
    let run = 1
    while (run < limit && from[start + (i + run) * step] === value) run++
    if (run >= MIN_RUN) {
      into[end++] = 257 - run
      into[end++] = value
      literal = -1
      i += run
      continue
    }
    if (literal < 0 || into[literal] === MAX_RUN - 1) {
      literal = end++
      into[literal] = 255 // the header is the length less one: the byte below makes it 0
    }
    into[literal] = ((into[literal] as number) + 1) & 255
    into[end++] = value
    i++
  }
  return end
}
