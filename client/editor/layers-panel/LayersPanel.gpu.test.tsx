import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../../tests/helpers/render.ts'
import { SILENT } from '../../../tests/helpers/session.ts'
import { createDeferred } from '../../kit/base/deferred.ts'
import type { AssetId } from '../../kit/base/ids.ts'
import { newLayer } from '../../layers/newLayer.ts'
import { createSession } from '../../model/session/session.ts'
import type { StageHandle } from '../../render/compositor/Stage.tsx'
import { WorkspaceContext } from '../workspace/WorkspaceContext.tsx'
import type { Workspace } from '../workspace/workspace.ts'
import { LayersPanel } from './LayersPanel.tsx'

it('renders the panel at once and the rows in a deferred render', async () => {
  const session = createSession(SILENT, { isStrict: true })
  session.ui.layers.isOpen = true
  session.history.restart(() => {
    session.doc.photo = { asset: 'p' as AssetId, name: 'p.jpg', hasAlpha: false, width: 1000, height: 500 }
    newLayer(session.doc, 'background')
    newLayer(session.doc, 'text', { text: 'Words' })
  })
  render(
    <WorkspaceContext value={{ session, stage: createDeferred<StageHandle>() } as unknown as Workspace}>
      <LayersPanel />
    </WorkspaceContext>,
  )
  expect(page.getByRole('region', { name: 'Layers' }).elements()).toHaveLength(1)
  expect(page.getByRole('treeitem').elements()).toHaveLength(0)
  await expect.poll(() => page.getByRole('treeitem').elements()).toHaveLength(1)
})
