/** Creates valid and invalid PNG files. */
import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

export function chunk(type: string, data: Uint8Array = new Uint8Array()): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const head = Buffer.alloc(4)
  head.writeUInt32BE(data.length)
  const tail = Buffer.alloc(4)
  tail.writeUInt32BE(crc32(body))
  return Buffer.concat([head, body, tail])
}

export function header(width: number, height: number, color = 6): Buffer {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([8, color, 0, 0, 0], 8)
  return chunk('IHDR', data)
}

export const file = (...chunks: Uint8Array[]): Buffer => Buffer.concat([SIGNATURE, ...chunks])

const pixels = (width: number, height: number) => chunk('IDAT', deflateSync(Buffer.alloc((width * 4 + 1) * height)))

/** Returns a small valid PNG. */
export const png = (width = 4, height = 3): Buffer => file(header(width, height), pixels(width, height), chunk('IEND'))

/** Returns a PNG of about `bytes` bytes. It is filled with chunks that decoders ignore. */
export const heavyPng = (bytes: number): Buffer =>
  file(
    header(64, 64),
    pixels(64, 64),
    ...Array.from({ length: Math.ceil(bytes / 65_536) }, () => chunk('tEXt', Buffer.alloc(65_524, 'x'))),
    chunk('IEND'),
  )

/** Returns the form that uploads a trial user's export. */
export function trialForm(userId: string, image: Uint8Array | Blob): FormData {
  const form = new FormData()
  const blob = image instanceof Blob ? image : new Blob([image as Uint8Array<ArrayBuffer>], { type: 'image/png' })
  form.append('image', blob, 'image.png')
  form.append('userId', userId)
  form.append('editorType', 'custom_editor')
  return form
}
