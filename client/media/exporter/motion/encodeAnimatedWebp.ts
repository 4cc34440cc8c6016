/** Writes animated WebPs (RFC 9649, 2.7.1). The browser's canvas encodes the frames. */
import { concatBytes } from '#client/kit/base/bytes.ts'
import { fourCc, littleUint24, littleUint32, riffChunk, riffChunksOf } from '../formats/encodeWebp.ts'
import { type Clip, type FrameEncoder, ticksOf } from './frameEncoder.ts'

const QUALITY = 0.85
/** Flags of the animation's header, and of a frame that replaces the pixels below. */
const [ANIMATION_FLAG, NO_BLENDING] = [0x02, 0x02]

export function openAnimatedWebp({ size: { width, height }, fps }: Clip): FrameEncoder {
  const side = [...littleUint24(width - 1), ...littleUint24(height - 1)]
  const frames: Uint8Array<ArrayBuffer>[] = []
  return {
    async add(frame) {
      const file = await frame.canvas.convertToBlob({ type: 'image/webp', quality: QUALITY })
      const image = riffChunksOf(new Uint8Array(await file.arrayBuffer())).filter(
        ({ name }) => name.startsWith('VP8 ') || name === 'VP8L',
      )
      if (image.length !== 1) throw new Error(`a frame of type ${file.type} has ${image.length} images`)
      const duration = ticksOf(frames.length, fps, 1000)
      const header = [...littleUint24(0), ...littleUint24(0), ...side, ...littleUint24(duration), NO_BLENDING]
      frames.push(riffChunk('ANMF', concatBytes([Uint8Array.from(header), ...image.map(({ bytes }) => bytes)])))
    },
    async finish() {
      const head = riffChunk('VP8X', [ANIMATION_FLAG, 0, 0, 0, ...side])
      const loop = riffChunk('ANIM', [255, 255, 255, 255, 0, 0]) // white background, repeated endlessly
      const length = frames.reduce((sum, { length }) => sum + length, 4 + head.length + loop.length)
      return new Blob([fourCc('RIFF'), littleUint32(length), fourCc('WEBP'), head, loop, ...frames], {
        type: 'image/webp',
      })
    },
    cancel() {
      frames.length = 0
    },
  }
}
