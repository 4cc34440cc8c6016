/** U2-NetP with an input of 96 × 96 px instead of 320 × 320 px: the same nodes and weights, a tenth of the work. */

export const SMALL = 96
const WHOLE = 320 // all sizes in the network are multiples of 320 / 32

interface Json {
  modelTopology: unknown
  weightsManifest: { paths: string[]; weights: { name: string; shape: number[] }[] }[]
  signature: unknown
}

/**
 * Returns the network's files for an input of SMALL × SMALL px. The JSON file has the sizes twice: in the topology and
 * signature, and in integer weights.
 */
export function smallNetwork([file, ...shards]: Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer>[] {
  const { modelTopology, signature, weightsManifest, ...rest } = JSON.parse(new TextDecoder().decode(file)) as Json
  const json = JSON.stringify({
    ...rest,
    ...JSON.parse(JSON.stringify({ modelTopology, signature }).replaceAll(`"size":"${WHOLE}"`, `"size":"${SMALL}"`)),
    weightsManifest: weightsManifest.map(({ paths, weights }) => ({
      weights,
      paths: paths.map((path) => (path.startsWith('data:') ? smallSizes(path, weights) : path)),
    })),
  })
  return [new TextEncoder().encode(json), ...shards]
}

/** Reduces those integers of an inline file that are sizes. The other integers are axes. */
function smallSizes(path: string, weights: Json['weightsManifest'][number]['weights']): string {
  const bytes = Uint8Array.from(atob(path.slice(path.indexOf(',') + 1)), (letter) => letter.charCodeAt(0))
  const numbers = new Int32Array(bytes.buffer)
  let at = 0
  for (const { name, shape } of weights) {
    const end = at + shape.reduce((product, side) => product * side, 1)
    if (name.startsWith('t_size')) for (let i = at; i < end; i++) numbers[i] = (numbers[i]! * SMALL) / WHOLE
    at = end
  }
  return `data:;base64,${btoa(String.fromCharCode(...bytes))}`
}
