import { expect, it, vi } from 'vitest'
import { createAnnouncer } from '#client/editor/flows/flow.ts'
import type { Template } from '#client/engine/template/applyTemplate.ts'
import { builtInTemplate } from '#client/engine/template/builtIn.ts'
import { newLayer } from '#client/layers/registry.ts'
import type { Document } from '#client/model/document/document.ts'
import { separatedSession } from '../../../tests/helpers/session.ts'
import { createTemplateApplier } from './templateApplier.ts'

const onApply = vi.hoisted(() => vi.fn())

// an earlier test file of this worker may have imported the modules, and a mock has no effect on imported modules
vi.hoisted(() => vi.resetModules())

// mocked, because the real function measures text with fonts, which Node doesn't have
vi.mock('#client/engine/template/applyTemplateTo.ts', () => ({
  async applyTemplateTo({ document }: Template) {
    onApply()
    return { document: structuredClone(document) }
  },
}))

it("a template's images stay in memory while the template is applied", async () => {
  const session = separatedSession()
  const template = structuredClone(builtInTemplate('product')!) as Template & { document: Document }
  const bitmap = { width: 2, height: 2, close: vi.fn() } as unknown as ImageBitmap
  const own = {
    async read() {
      const image = { kind: 'bitmap', bitmap, width: 2, height: 2, hasAlpha: false, sha256: 'a' } as const
      const asset = session.assets.put(image)
      newLayer(template.document, 'sticker', { type: 'image', content: asset })
      return template
    },
  }
  const applier = createTemplateApplier({
    session,
    announcer: createAnnouncer(session),
    own,
    whenReady: async () => {},
  })
  onApply.mockImplementationOnce(() => session.collect())
  await applier.use('own')
  expect(onApply).toHaveBeenCalled()
  expect(bitmap.close).not.toHaveBeenCalled()
  session.collect()
  expect(bitmap.close, 'the document contains the sticker').not.toHaveBeenCalled()
  applier.dispose()
})
