import { expect, it } from 'vitest'
import { newLayer } from '#client/layers/registry.ts'
import { separatedSession } from '../../../tests/helpers/session.ts'
import { readWithWords } from './templateApplier.ts'

/** Returns the texts of the template `product`, with words that an earlier template had no text for. */
async function textsWithSurplus(isUndone: boolean): Promise<string[]> {
  const session = separatedSession()
  const id = newLayer(session.doc, 'text', { text: 'Leopards' })
  session.ui.templates.surplus = { layers: [id], words: ['Out in May'] }
  if (isUndone) session.doc.order.splice(session.doc.order.indexOf(id), 1)
  const own = { read: async () => null }
  const template = await readWithWords(own, 'product', session, new AbortController().signal)
  return Object.values(template?.document.layers ?? {}).flatMap((layer) =>
    'text' in layer ? [String(layer.text)] : [],
  )
}

it('words without a text in the last template return with the next template', async () => {
  expect(await textsWithSurplus(false)).toContain('Out in May')
})

it('words without a text do not return after the template was undone', async () => {
  expect(await textsWithSurplus(true)).not.toContain('Out in May')
})
