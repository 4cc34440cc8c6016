/** Worker side of the edge colours. */

import type { Size } from '../../../kit/base/geometry.ts'
import { pixelsOf } from '../../../model/assets/pixels.ts'
import type { Patch } from '../../../model/assets/store.ts'
import type { FromEdges, ToEdges } from './edgeColoursProtocol.ts'
import { cut, type Part, SparseEdges } from './TiledEstimator.ts'
import { edgeTiles } from './edgeTiles.ts'

interface Photo {
  size: Size
  coverage: Uint8Array<ArrayBuffer>
  edges: SparseEdges
}

let photo: Photo | null = null

const post = (message: FromEdges, transfer: Transferable[] = []) => self.postMessage(message, { transfer })

self.onmessage = ({ data: message }: MessageEvent<ToEdges>) => {
  if (message.type === 'matte') {
    const { size, coverage } = message
    photo = { size, coverage, edges: new SparseEdges(size) }
    return post({ type: 'plan', rows: photo.edges.rows, tiles: edgeTiles(coverage, size) })
  }
  if (!photo) throw new Error('edge colours: pixels before a matte')
  const { size, coverage, edges } = photo
  const { rect, image } = message
  const whole = { x: 0, y: 0, ...size }
  const part: Part = { rect, rgba: pixelsOf(image).data, coverage: cut(coverage, whole, rect, 1) }
  image.close()
  const [front, behind]: [Patch[], Patch[]] = [[], []]
  if (message.type === 'rows') edges.add(part)
  else
    for (const tile of message.tiles) {
      const colours = edges.tile(tile, size, part)
      front.push({ rect: tile, rgba: colours.front })
      behind.push({ rect: tile, rgba: colours.behind })
    }
  post(
    { type: 'patches', front, behind },
    [...front, ...behind].map(({ rgba }) => rgba.buffer),
  )
}
