/** The worker that estimates foreground and background colours. */

import type { Size } from '../../../kit/base/geometry.ts'
import { pixelsOf } from '../../../model/assets/pixels.ts'
import type { Patch } from '../../../model/assets/store.ts'
import type { EdgeColoursCommand, EdgeColoursMessage } from './edgeColoursProtocol.ts'
import { edgeTiles } from './edgeTiles.ts'
import { cropRows, type PhotoPart, TiledEstimator } from './TiledEstimator.ts'

interface Photo {
  size: Size
  coverage: Uint8Array<ArrayBuffer>
  edges: TiledEstimator
}

let photo: Photo | null = null

const post = (message: EdgeColoursMessage, transfer: Transferable[] = []) => self.postMessage(message, { transfer })

self.onmessage = ({ data: message }: MessageEvent<EdgeColoursCommand>) => {
  if (message.type === 'matte') {
    const { size, coverage } = message
    photo = { size, coverage, edges: new TiledEstimator(size) }
    return post({ type: 'plan', rows: photo.edges.rowAlignment, tiles: edgeTiles(coverage, size) })
  }
  if (!photo) throw new Error('edge colours: pixels before a matte')
  const { size, coverage, edges } = photo
  const { rect, image } = message
  const whole = { x: 0, y: 0, ...size }
  const part: PhotoPart = { rect, rgba: pixelsOf(image).data, coverage: cropRows(coverage, whole, rect, 1) }
  image.close()
  const [foreground, background]: [Patch[], Patch[]] = [[], []]
  if (message.type === 'rows') edges.add(part)
  else
    for (const tile of message.tiles) {
      const colours = edges.estimateTile(tile, size, part)
      foreground.push({ rect: tile, rgba: colours.foreground })
      background.push({ rect: tile, rgba: colours.background })
    }
  post(
    { type: 'patches', foreground, background },
    [...foreground, ...background].map(({ rgba }) => rgba.buffer),
  )
}
