import { expect, it, vi } from 'vitest'
import { newLayer } from '#client/layers/registry.ts'
import { separatedSession } from '../../../tests/helpers/session.ts'
import { copyDesign } from './designLinks.ts'

it("a design that is too large for a link isn't copied", async () => {
  const toast = vi.fn()
  const session = separatedSession({ toast })
  session.history.transact('Confetti', () => {
    for (let i = 1; i <= 500; i++) {
      const position = { horizontal: 100 * Math.sin(i) ** 2, vertical: 100 * Math.cos(i * i) ** 2 }
      newLayer(session.doc, 'shape', { position, rotation: (i * 137) % 360, color: `#${(i * 20_011).toString(16)}` })
    }
  })
  await copyDesign(session)
  expect(toast).toHaveBeenCalledExactlyOnceWith({
    title: 'The link wasn’t copied',
    description: 'This design is too large for a link. Save it as a template and export its file instead.',
    isDestructive: true,
  })
})
