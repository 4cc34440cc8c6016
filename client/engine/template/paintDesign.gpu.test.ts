import { expect, it } from 'vitest'
import { BUILT_IN } from './builtIn.ts'
import { encodeDesign } from './designLink.ts'
import { paintDesign } from './paintDesign.ts'

it('paintDesign paints a link’s design with its text', async () => {
  const { document, ...rest } = BUILT_IN.get('poster')!
  const order = document.order.filter((id) => document.layers[id]?.kind !== 'text')
  const layers = Object.fromEntries(order.map((id) => [id, document.layers[id]!]))
  const wordless = { ...document, layers, order }
  const [design, empty] = await Promise.all([
    encodeDesign({ ...rest, document }).then(paintDesign),
    encodeDesign({ ...rest, document: wordless }).then(paintDesign),
  ])
  expect([design.ok, empty.ok]).toEqual([true, true])
  const [one, other] = [design, empty].map((made) => (made.ok ? made.value : ''))
  expect(one).toMatch(/^data:image\/jpeg;/)
  expect(one).not.toBe(other)
})

it('paintDesign returns an error message for a damaged link', async () => {
  expect(await paintDesign('1broken')).toEqual({
    ok: false,
    error: 'The link is damaged or incomplete. Ask for a new link. Your current work hasn’t changed.',
  })
})
