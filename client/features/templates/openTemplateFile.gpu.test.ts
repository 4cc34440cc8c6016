import { expect, it, vi } from 'vitest'
import { openEditor, photoFile } from '../../../tests/helpers/openEditor.ts'
import { packTemplateFile } from './packTemplate.ts'

it('opening a template file calls the flow that imports templates', async () => {
  const importTemplate = vi.fn(async () => {})
  const { workspace } = openEditor([() => ({ importTemplate })])
  workspace.stage.set({ preview: { settle: async () => {} }, draw() {} } as never)
  await workspace.uploader.upload(await photoFile('cat.png'))
  const file = await packTemplateFile(workspace.session, 'My template', () => 0)
  await workspace.projects.openFile(file)
  expect(importTemplate).toHaveBeenCalledOnce()
})
