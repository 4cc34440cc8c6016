import { expect, it } from 'vitest'
import { newLayer } from '#client/layers/registry.ts'
import { separatedSession } from '../../../tests/helpers/session.ts'
import { readWithWords } from './templateApplier.ts'
import { templateState } from './templateState.ts'

/**
 * Returns the text layers of the template `product` when it is applied after the template `poster`. Some of the user's
 * text has no text layer in `poster`. If `isUndone` is true, `poster` was undone.
 */
async function textsWithSurplus(isUndone: boolean): Promise<string[]> {
  const session = separatedSession()
  const id = newLayer(session.doc, 'text', { text: 'Leopards' })
  templateState(session).last = { id: 'poster', layers: [id], texts: [[id]], surplus: ['Out in May'] }
  if (isUndone) session.doc.order.splice(session.doc.order.indexOf(id), 1)
  const own = { read: async () => null }
  const template = await readWithWords(own, 'product', session, new AbortController().signal)
  return Object.values(template?.document.layers ?? {}).flatMap((layer) =>
    'text' in layer ? [String(layer.text)] : [],
  )
}

it("text that doesn't fit into one template appears in the next template with enough text layers", async () => {
  expect(await textsWithSurplus(false)).toContain('Out in May')
})

it("undoing a template discards the text that didn't fit into the template", async () => {
  expect(await textsWithSurplus(true)).not.toContain('Out in May')
})
