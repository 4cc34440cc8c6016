import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../../tests/helpers/render.ts'
import { SILENT } from '../../../tests/helpers/session.ts'
import type { AssetId } from '../../kit/base/ids.ts'
import { SessionContext } from '../../model/session/SessionContext.tsx'
import { createSession, type Session } from '../../model/session/session.ts'
import { MatchLight } from './MatchLight.tsx'

let session: Session

beforeEach(() => {
  session = createSession(SILENT)
  session.history.restart(() => {
    session.doc.photo = { asset: 'p' as AssetId, name: 'p.jpg', hasAlpha: false, width: 100, height: 50 }
  })
  render(
    <SessionContext value={session}>
      <MatchLight />
    </SessionContext>,
  )
})

const button = () => page.getByRole('button', { name: 'Match light' })

it('says that there is no subject, and that there is no background', async () => {
  await expect.element(button()).toBeDisabled()
  await expect.element(button()).toHaveAccessibleDescription('There is no subject whose light could be matched.')
  session.doc.separation = { matte: 'm' as AssetId, model: 'test', box: { x: 0, y: 0, width: 100, height: 50 } }
  await expect.element(button()).toBeEnabled()
  session.doc.backdrop = { type: 'transparent' }
  await expect.element(button()).toBeDisabled()
  await expect.element(button()).toHaveAccessibleDescription('There is no background whose light could be matched.')
})
