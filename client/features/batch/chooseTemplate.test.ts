import { expect, it, vi } from 'vitest'
import { UNEXPECTED } from '#client/editor/flows/messages.ts'
import { GALLERY } from '#client/engine/template/gallery.ts'
import { separatedSession } from '../../../tests/helpers/session.ts'
import { chooseTemplate, OPEN_DOCUMENT } from './chooseTemplate.ts'

/**
 * Chooses the template with `id`. `file` loads the file of a user's template. With `breaksOpen`, packing the open
 * document fails.
 */
async function chosen(id: string, file: () => Promise<{ name: string; file: Blob } | null>, breaksOpen = false) {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const said: unknown[] = []
  const session = separatedSession({ toast: ({ title }) => void said.push(title) })
  if (breaksOpen) vi.spyOn(session.assets, 'withIds').mockImplementation(() => expect.fail('made on the way'))
  const batch = { chooseTemplate: vi.fn(async (_design: { kind: string; id: string }, _file: Blob | null) => {}) }
  await chooseTemplate(batch, session, { file }, id)
  return { said, designs: batch.chooseTemplate.mock.calls.map(([design]) => `${design.kind} ${design.id}`) }
}

const none = async () => null

it('choosing a template copies the template into the batch', async () => {
  const ours = GALLERY[0]?.id ?? ''
  expect(await chosen(ours, none)).toEqual({ said: [], designs: [`ours ${ours}`] })
  const own = await chosen('mine', async () => ({ name: 'Mine', file: new Blob(['design']) }))
  expect(own).toEqual({ said: [], designs: ['file mine'] })
  expect(await chosen(OPEN_DOCUMENT, none)).toEqual({ said: [], designs: [`file ${OPEN_DOCUMENT}`] })
})

it("a toast reports a template that can't be read or packed", async () => {
  expect(await chosen('mine', none)).toEqual({
    said: ['This template is no longer on this device. Choose another.'],
    designs: [],
  })
  const broken = { said: [UNEXPECTED.title], designs: [] }
  expect(await chosen('mine', () => Promise.reject(new Error('disk')))).toEqual(broken)
  expect(await chosen(OPEN_DOCUMENT, none, true)).toEqual(broken)
})
