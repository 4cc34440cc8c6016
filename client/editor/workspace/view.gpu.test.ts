import { expect, it } from 'vitest'
import { addLayer } from '#client/layers/actions.ts'
import { separatedSession } from '../../../tests/helpers/session.ts'
import { Feedback } from '../canvas/feedback.ts'
import { createPanels } from '../host/panels.ts'
import { stageOverlay } from './view.ts'

it.each([
  ['flat text has', false],
  ['3D text has no', true],
])('a %s frame while the user types', (_, enabled) => {
  const session = separatedSession()
  addLayer(session, 'text', { threeDEffect: { enabled } })
  const { read } = stageOverlay(session, new Feedback(), createPanels([]))
  expect(read().placed).not.toBeNull()
  session.ui.typing = session.ui.selection[0] ?? null
  expect(read().placed === null).toBe(enabled)
})
