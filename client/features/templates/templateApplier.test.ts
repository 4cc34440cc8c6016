import { expect, it, onTestFinished, vi } from 'vitest'
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
import { snapshotOf, stepToCancel } from '#client/model/session/session.ts'
import { TEMPLATES_PANEL } from '#client/model/session/ui/ui.ts'
import { separatedSession } from '../../../tests/helpers/session.ts'
import { nonDefaultValues } from '../../../tests/kinds/testedKind.ts'
import { designOf } from './packTemplate.ts'
import { createTemplateApplier, type TemplateApplierDeps } from './templateApplier.ts'
import { templateState } from './templateState.ts'

// an earlier test file of this worker may have imported the modules, and a mock has no effect on imported modules
vi.hoisted(() => vi.resetModules())

// mocked, because the real function measures text with fonts, which Node doesn't have
vi.mock('#client/engine/template/applyTemplateTo.ts', () => ({
  applyTemplateTo: async ({ document }: Template) => ({ document: structuredClone(document) }),
}))

/**
 * Creates an applier on a photo with a subject. By default, no own template exists and the subject is ready. The test's
 * end disposes of the applier.
 */
function setup(change: Partial<TemplateApplierDeps> = {}) {
  const session = separatedSession()
  const toast = vi.spyOn(session.notices, 'toast').mockImplementation(() => {})
  const own = { read: async () => null }
  const deps = { session, announcer: createAnnouncer(session), own, whenReady: async () => {}, ...change }
  const applier = createTemplateApplier(deps)
  onTestFinished(() => applier.dispose())
  const hasText = () => Object.values(session.doc.layers).some(({ kind }) => kind === 'text')
  return { session, applier, toast, state: templateState(session), hasText }
}

it('the old layers stay visible until the subject of the new template is ready', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { applier, hasText } = setup({ whenReady: () => promise })
  const used = applier.use('product')
  await new Promise((done) => setTimeout(done, 500))
  expect(hasText()).toBe(false)
  resolve()
  await used
  expect(hasText()).toBe(true)
})

it('Undo cancels the application of a template and later removes only the newest template', async () => {
  const session = separatedSession()
  const { promise, resolve } = Promise.withResolvers<void>()
  const own = { read: async () => null }
  const whenReady = vi.fn(async () => {}).mockReturnValueOnce(promise)
  const applier = createTemplateApplier({ session, announcer: createAnnouncer(session), own, whenReady })
  const { mark } = session.history
  const canceled = applier.use('product')
  stepToCancel(session)!.cancel()
  expect([templateState(session).applying, session.ui.status, stepToCancel(session)]).toEqual([null, null, null])
  resolve()
  await canceled
  expect(session.history.mark).toBe(mark)
  await applier.use('sale')
  expect(templateState(session).last.id).toBe('sale')
  expect(stepToCancel(session), 'the template is applied').toBeNull()
  session.history.undo()
  expect(session.history.mark).toBe(mark)
  applier.dispose()
})

it('a better matte found while a template loads is used for the template', async () => {
  const waits: string[] = []
  const { session, applier, hasText } = setup({
    whenReady: async ({ doc, history }) => {
      waits.push(doc.separation!.matte)
      if (waits.length > 1) return
      history.transact('Better matte', () => {
        doc.separation!.matte = 'better' as AssetId
      })
    },
  })
  await applier.use('product')
  expect(waits).toEqual([expect.anything(), 'better'])
  expect(hasText()).toBe(true)
  expect(session.doc.separation?.matte).toBe('better')
})

it('a template chosen while the editor is busy is applied when the editor is ready', async () => {
  const { session, applier, state } = setup()
  session.ui.busy = 'processing'
  await applier.use('product')
  expect(state.pending).toBe('product')
  session.ui.busy = null
  await vi.waitFor(() => expect(state.last.id).toBe('product'))
  expect(state.pending).toBeNull()
})

it('applying a template removes lifted objects but not erased objects', async () => {
  const { session, applier, toast } = setup()
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
})

it('applying a template replaces the lens blur and the motion', async () => {
  const extras = { lens: defaults(lensFields), motion: defaults(motionFields) }
  const document = { ...structuredClone(snapshotOf(separatedSession())), ...extras }
  const { session, applier } = setup({ own: { read: async (id) => (id === 'own' ? { document } : null) } })
  await applier.use('own')
  expect(snapshotOf(session)).toMatchObject(extras)
  await applier.use('product')
  expect([session.doc.lens, session.doc.motion]).toEqual([undefined, undefined])
  session.history.undo()
  expect(snapshotOf(session)).toMatchObject(extras)
})

it.each(settingsRules)(
  'applying a template replaces the settings "%s" unless they belong to the photo',
  async (part, { fields, photoLabel }) => {
    const values = nonDefaultValues(fields)
    const document = { ...structuredClone(snapshotOf(separatedSession())), [part]: values }
    const { session, applier } = setup({ own: { read: async () => ({ document }) } })
    const before = snapshotOf(session)[part]
    await applier.use('own')
    expect(snapshotOf(session)[part]).toEqual(photoLabel ? before : values)
  },
)

it.each(['product', 'a deleted template'])('%s is marked as being applied until the flow finishes', async (id) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { applier, state } = setup({ whenReady: () => promise })
  const used = applier.use(id)
  expect(state.applying).toBe(id)
  resolve()
  await used
  expect(state.applying).toBeNull()
})

it('the toast about replaced layers appears once the canvas shows the template', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { session, applier, state, toast } = setup({ whenPainted: () => promise })
  session.history.transact('Add', () => newLayer(session.doc, 'shape'))
  const shown = () => [session.ui.status?.text, state.applying, toast.mock.calls.length]
  const used = applier.use('product')
  await vi.waitFor(() => expect(state.last.id).toBe('product'))
  expect(shown()).toEqual(['Applying the template…', 'product', 0])
  resolve()
  await used
  expect(shown()).toEqual([undefined, null, 1])
})

it.each([
  ['thumbnail', 1280, 720],
  ['poster', 1080, 1350],
])("the template %s sets the file's size until a template without a size replaces it", async (id, width, height) => {
  const { session, applier } = setup()
  await applier.use(id)
  expect(chosenSize(snapshotOf(session))).toEqual({ width, height })
  await applier.use('travel')
  expect(chosenSize(snapshotOf(session))).toBeNull()
})

/** Creates an applier on a 1280 × 720 px photo without a subject. `find` adds the subject. */
function pendingTemplate() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const all = setup({ whenReady: () => promise })
  const { doc, history } = all.session
  const separation = { ...doc.separation! }
  history.restart(() => {
    Object.assign(doc, { photo: { ...doc.photo, width: 1280, height: 720 }, separation: null })
  })
  const find = () => history.restart(() => Object.assign(doc, { separation }))
  return { ...all, find, resolve }
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
  const { session, applier, resolve, hasText } = pending
  await applier.use('product')
  expect(session.ui.status).toBeNull()
  analyze(pending)
  await vi.waitFor(() => expect(session.ui.status?.text).toBe('Applying the template…'))
  resolve()
  await vi.waitFor(() => expect(session.ui.status?.text).toBe("All set! Let's create something beautiful!"))
  expect(hasText()).toBe(true)
  expect(session.ui.panel, 'the panel with the words of the template').toBe(TEMPLATES_PANEL)
})

it("a template chosen for the next photo doesn't replace the layers of a project that is opened instead", async () => {
  const { applier, find, state } = pendingTemplate()
  await applier.use('product')
  expect(state.pending).toBe('product')
  applier.projectOpens()
  find()
  expect(state.pending).toBeNull()
  await new Promise((resolve) => setTimeout(resolve))
  expect(state.applying).toBeNull()
})

it('an export waits until the template is applied', async () => {
  const { applier, find, resolve, state, hasText } = pendingTemplate()
  await applier.use('product')
  expect(applier.whenDone(), 'the photo is being analyzed').toBeNull()
  find()
  const done = vi.fn()
  const afterMatte = applier.whenDone()?.then(() => done(hasText()))
  await vi.waitFor(() => expect(state.applying).toBe('product'))
  void applier.use('poster') // replaces the application that is still running
  expect(done).not.toHaveBeenCalled()
  resolve()
  await afterMatte
  expect(done).toHaveBeenCalledExactlyOnceWith(true)
  expect(state.last.id).toBe('poster')
  expect(applier.whenDone()).toBeNull()
})

it('opening a photo with a deleted template does not show "All set"', async () => {
  const { session, applier, find, resolve, toast } = pendingTemplate()
  await applier.use('a deleted template')
  find()
  await vi.waitFor(() => expect(session.ui.status?.text).toBe('Applying the template…'))
  resolve()
  await vi.waitFor(() => expect(session.ui.status).toBeNull())
  expect(toast).toHaveBeenCalledOnce()
})

it('applying a template stores its text layers by role, and its design unless the user wrote text', async () => {
  const { session, applier, state } = setup()
  await applier.use('sale')
  const wordsOf = (id: LayerId) => (session.doc.layers[id] as Partial<TextLayer>).text
  expect(state.last.texts.map((ids) => ids.map(wordsOf))).toEqual([
    ['Sale', 'Sale', 'Sale'],
    ['The summer collection'],
    ['Today only'],
    ['−50 %'],
  ])
  expect(state.last.design).toEqual(designOf(snapshotOf(session)))
  session.history.transact('Text', () => {
    const [title] = state.last.texts[0]!
    Object.assign(session.doc.layers[title!]!, { text: 'Golden' })
  })
  await applier.use('product')
  expect(state.last.design).toBeUndefined()
})
