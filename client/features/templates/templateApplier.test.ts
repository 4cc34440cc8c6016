import { expect, it, vi } from 'vitest'
import { createAnnouncer } from '#client/editor/flows/flow.ts'
import type { Template } from '#client/engine/template/applyTemplate.ts'
import { defaults } from '#client/kit/values/fields.ts'
import type { AssetId, LayerId } from '#client/kit/values/ids.ts'
import { newLayer } from '#client/layers/registry.ts'
import type { TextLayer } from '#client/layers/text/schema.ts'
import { chosenSize } from '#client/media/exporter/exportSettings.ts'
import { settingsRules } from '#client/model/document/document.ts'
import { lensFields } from '#client/model/document/lens.ts'
import { motionFields } from '#client/model/document/motion.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { TEMPLATES_PANEL } from '#client/model/session/ui/ui.ts'
import { separatedSession } from '../../../tests/helpers/session.ts'
import { nonDefaultValues } from '../../../tests/kinds/testedKind.ts'
import { designOf } from './packTemplate.ts'
import { createTemplateApplier } from './templateApplier.ts'
import { templateState } from './templateState.ts'

// an earlier test file of this worker may have imported the modules, and a mock has no effect on imported modules
vi.hoisted(() => vi.resetModules())

// mocked, because the real function measures text with fonts, which Node doesn't have
vi.mock('#client/engine/template/applyTemplateTo.ts', () => ({
  applyTemplateTo: async ({ document }: Template) => ({ document: structuredClone(document) }),
}))

it('the old layers stay visible until the subject of the new template is ready', async () => {
  const session = separatedSession()
  const { promise, resolve } = Promise.withResolvers<void>()
  const announcer = createAnnouncer(session)
  const own = { read: async () => null }
  const applier = createTemplateApplier({ session, announcer, own, whenReady: () => promise })
  const texts = () => Object.values(session.doc.layers).filter(({ kind }) => kind === 'text').length
  const used = applier.use('product')
  await new Promise((done) => setTimeout(done, 500))
  expect(texts()).toBe(0)
  resolve()
  await used
  expect(texts()).toBeGreaterThan(0)
  applier.dispose()
})

it('a better matte found while a template loads is used for the template', async () => {
  const session = separatedSession()
  const waits: string[] = []
  const applier = createTemplateApplier({
    session,
    announcer: createAnnouncer(session),
    own: { read: async () => null },
    whenReady: async ({ doc }) => {
      waits.push(doc.separation!.matte)
      if (waits.length > 1) return
      session.history.transact('Better matte', () => {
        doc.separation!.matte = 'better' as AssetId
      })
    },
  })
  await applier.use('product')
  expect(waits.at(-1)).toBe('better')
  expect(waits).toHaveLength(2)
  expect(Object.values(session.doc.layers).some(({ kind }) => kind === 'text')).toBe(true)
  expect(session.doc.separation?.matte).toBe('better')
  applier.dispose()
})

it('a template chosen while the editor is busy is applied when the editor is ready', async () => {
  const session = separatedSession()
  const own = { read: async () => null }
  const deps = { session, announcer: createAnnouncer(session), own, whenReady: async () => {} }
  const applier = createTemplateApplier(deps)
  session.ui.busy = 'processing'
  await applier.use('product')
  expect(templateState(session).pending).toBe('product')
  session.ui.busy = null
  await vi.waitFor(() => expect(templateState(session).last.id).toBe('product'))
  expect(templateState(session).pending).toBeNull()
  applier.dispose()
})

it('applying a template removes lifted objects but not erased objects', async () => {
  const session = separatedSession()
  const toast = vi.fn()
  Object.assign(session.notices, { toast })
  const own = { read: async () => null }
  const applier = createTemplateApplier({
    session,
    announcer: createAnnouncer(session),
    own,
    whenReady: async () => {},
  })
  const object = (isErased: boolean) =>
    session.history.transact('Lift', () => {
      const id = newLayer(session.doc, 'object')
      if (isErased) session.doc.layers[id]!.isHidden = true
      return id
    })
  const erased = object(true)
  await applier.use('product')
  expect(toast, 'no layer was lost').not.toHaveBeenCalled()
  const lifted = object(false)
  await applier.use('product')
  const { layers, order } = session.doc
  expect([layers[erased]?.isHidden, order.indexOf(erased), layers[lifted]]).toEqual([true, 1, undefined])
  expect(toast).toHaveBeenCalledTimes(1)
  applier.dispose()
})

it('applying a template replaces the lens blur and the motion', async () => {
  const session = separatedSession()
  const extras = { lens: defaults(lensFields), motion: defaults(motionFields) }
  const document = { ...structuredClone(snapshotOf(session)), ...extras }
  const own = { read: async (id: string) => (id === 'own' ? { document } : null) }
  const deps = { session, announcer: createAnnouncer(session), own, whenReady: async () => {} }
  const applier = createTemplateApplier(deps)
  await applier.use('own')
  expect(snapshotOf(session)).toMatchObject(extras)
  await applier.use('product')
  expect([session.doc.lens, session.doc.motion]).toEqual([undefined, undefined])
  session.history.undo()
  expect(snapshotOf(session)).toMatchObject(extras)
  applier.dispose()
})

it.each(settingsRules)(
  'applying a template replaces the settings "%s" unless they belong to the photo',
  async (part, { fields, photoLabel }) => {
    const session = separatedSession()
    const values = nonDefaultValues(fields)
    const before = snapshotOf(session)[part]
    const document = { ...structuredClone(snapshotOf(session)), [part]: values }
    const own = { read: async () => ({ document }) }
    const deps = { session, announcer: createAnnouncer(session), own, whenReady: async () => {} }
    const applier = createTemplateApplier(deps)
    await applier.use('own')
    expect(snapshotOf(session)[part]).toEqual(photoLabel ? before : values)
    applier.dispose()
  },
)

it.each(['product', 'a deleted template'])('%s is marked as being applied until the flow finishes', async (id) => {
  const session = separatedSession()
  const { promise, resolve } = Promise.withResolvers<void>()
  const own = { read: async () => null }
  const applier = createTemplateApplier({ session, announcer: createAnnouncer(session), own, whenReady: () => promise })
  const used = applier.use(id)
  expect(templateState(session).applying).toBe(id)
  resolve()
  await used
  expect(templateState(session).applying).toBeNull()
  applier.dispose()
})

it('the toast about replaced layers appears once the canvas shows the template', async () => {
  const session = separatedSession()
  const toast = vi.fn()
  Object.assign(session.notices, { toast })
  session.history.transact('Add', () => newLayer(session.doc, 'shape'))
  const { promise, resolve } = Promise.withResolvers<void>()
  const applier = createTemplateApplier({
    session,
    announcer: createAnnouncer(session),
    own: { read: async () => null },
    whenReady: async () => {},
    whenPainted: () => promise,
  })
  const used = applier.use('product')
  await vi.waitFor(() => expect(templateState(session).last.id).toBe('product'))
  const during = [session.ui.status?.text, templateState(session).applying, toast.mock.calls.length]
  expect(during).toEqual(['Applying the template…', 'product', 0])
  resolve()
  await used
  expect([session.ui.status, templateState(session).applying, toast.mock.calls.length]).toEqual([null, null, 1])
  applier.dispose()
})

it.each([
  ['thumbnail', 1280, 720],
  ['poster', 1080, 1350],
])("the template %s sets the file's size until a template without a size replaces it", async (id, width, height) => {
  const session = separatedSession()
  const own = { read: async () => null }
  const deps = { session, announcer: createAnnouncer(session), own, whenReady: async () => {} }
  const applier = createTemplateApplier(deps)
  await applier.use(id)
  expect(chosenSize(snapshotOf(session))).toEqual({ width, height })
  await applier.use('travel')
  expect(chosenSize(snapshotOf(session))).toBeNull()
  applier.dispose()
})

/** Creates an applier on a 1280 × 720 px photo without a subject. `find` adds the subject. */
function pendingTemplate() {
  const session = separatedSession()
  const { doc, history } = session
  const separation = { ...doc.separation! }
  history.restart(() => {
    Object.assign(doc, { photo: { ...doc.photo, width: 1280, height: 720 }, separation: null })
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  const own = { read: async () => null }
  const applier = createTemplateApplier({ session, announcer: createAnnouncer(session), own, whenReady: () => promise })
  const find = () => history.restart(() => Object.assign(doc, { separation }))
  return { session, applier, find, resolve }
}

it.each<[string, (pending: ReturnType<typeof pendingTemplate>) => void]>([
  ['with a subject', ({ find }) => find()],
  [
    'without a subject',
    ({ session: { doc, ui } }) => {
      ui.subject.missingIn = doc.photo!.asset
    },
  ],
])('for a photo %s, the status shows that the template chosen earlier is being applied', async (_, analyze) => {
  const pending = pendingTemplate()
  const { session, applier, resolve } = pending
  await applier.use('product')
  expect(session.ui.status).toBeNull()
  analyze(pending)
  await vi.waitFor(() => expect(session.ui.status?.text).toBe('Applying the template…'))
  resolve()
  await vi.waitFor(() => expect(session.ui.status?.text).toBe("All set! Let's create something beautiful!"))
  expect(Object.values(session.doc.layers).some(({ kind }) => kind === 'text')).toBe(true)
  expect(session.ui.panel, 'the panel with the words of the template').toBe(TEMPLATES_PANEL)
  applier.dispose()
})

it("a template chosen for the next photo doesn't replace the layers of a project that is opened instead", async () => {
  const { session, applier, find } = pendingTemplate()
  const state = templateState(session)
  await applier.use('product')
  expect(state.pending).toBe('product')
  applier.projectOpens()
  find()
  expect(state.pending).toBeNull()
  await new Promise((resolve) => setTimeout(resolve))
  expect(state.applying).toBeNull()
  applier.dispose()
})

it('an export waits until the template is applied', async () => {
  const { session, applier, find, resolve } = pendingTemplate()
  const hasText = () => Object.values(session.doc.layers).some(({ kind }) => kind === 'text')
  await applier.use('product')
  expect(applier.whenDone(), 'the photo is being analyzed').toBeNull()
  find()
  const done = vi.fn()
  const afterMatte = applier.whenDone()?.then(() => done(hasText()))
  await vi.waitFor(() => expect(templateState(session).applying).toBe('product'))
  void applier.use('poster') // replaces the application that is still running
  expect(done).not.toHaveBeenCalled()
  resolve()
  await afterMatte
  expect(done).toHaveBeenCalledExactlyOnceWith(true)
  expect(templateState(session).last.id).toBe('poster')
  expect(applier.whenDone()).toBeNull()
  applier.dispose()
})

it('opening a photo with a deleted template does not show "All set"', async () => {
  const { session, applier, find, resolve } = pendingTemplate()
  const toast = vi.fn()
  Object.assign(session.notices, { toast })
  await applier.use('a deleted template')
  find()
  await vi.waitFor(() => expect(session.ui.status?.text).toBe('Applying the template…'))
  resolve()
  await vi.waitFor(() => expect(session.ui.status).toBeNull())
  expect(toast).toHaveBeenCalledOnce()
  applier.dispose()
})

it('applying a template stores its text layers by role, and its design unless the user wrote text', async () => {
  const session = separatedSession()
  const own = { read: async () => null }
  const announcer = createAnnouncer(session)
  const applier = createTemplateApplier({ session, announcer, own, whenReady: async () => {} })
  await applier.use('sale')
  const wordsOf = (id: LayerId) => (session.doc.layers[id] as Partial<TextLayer>).text
  expect(templateState(session).last.texts.map((ids) => ids.map(wordsOf))).toEqual([
    ['Sale', 'Sale', 'Sale'],
    ['The summer collection'],
    ['Today only'],
    ['−50 %'],
  ])
  expect(templateState(session).last.design).toEqual(designOf(snapshotOf(session)))
  session.history.transact('Text', () => {
    const [title] = templateState(session).last.texts[0]!
    Object.assign(session.doc.layers[title!]!, { text: 'Golden' })
  })
  await applier.use('product')
  expect(templateState(session).last.design).toBeUndefined()
  applier.dispose()
})
