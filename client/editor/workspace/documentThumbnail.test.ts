import { expect, it, vi } from 'vitest'
import { jpegThumbnail } from '#client/engine/template/jpegThumbnail.ts'
import { separatedSession } from '../../../tests/helpers/session.ts'
import { documentThumbnail } from './documentThumbnail.ts'

const SIZE = { width: 2, height: 1 }
const preview = { settle: async () => {}, painted: { region: { width: 1000, height: 500 } }, texture: SIZE }

vi.mock('#client/engine/template/jpegThumbnail.ts', () => ({ jpegThumbnail: vi.fn() }))
vi.mock('#client/render/compositor/painter.ts', () => ({
  readTexture: () => ({
    length: 8,
    async read() {
      preview.texture = { width: 5, height: 5 }
    },
  }),
}))

it("resizing the canvas during the readback doesn't change the thumbnail's size", async () => {
  const session = separatedSession()
  const stage = { current: { preview, renderer: { context: { isLost: false } } } }
  await documentThumbnail({ stage, session } as never)
  expect(jpegThumbnail).toHaveBeenCalledWith(session.doc, expect.objectContaining({ length: 8 }), SIZE)
})
