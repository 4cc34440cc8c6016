import { expect, it, onTestFinished, vi } from 'vitest'
import { replaceDocument } from '#client/editor/flows/importPicture.ts'
import { builtInTemplate } from '#client/engine/template/builtIn.ts'
import type { SeparatedPhoto } from '#client/engine/template/paintTemplate.ts'
import { textsOf } from '#client/engine/template/withTexts.ts'
import { catalogue } from '#client/kit/i18n/translate.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import { newLayer } from '#client/layers/registry.ts'
import { emptyDocument, type SubjectSelection } from '#client/model/document/document.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { separatedSession } from '../../../tests/helpers/session.ts'
import { createTemplatePreviews, type TemplatePreviewsDeps } from './templatePreviews.ts'

const EVERYTHING: SubjectSelection = { start: 'nothing', choices: [{ adds: true, points: [] }] }

/** Opens a photo and returns its template previews. `painted`: number of paints. `passIdle`: runs the idle periods. */
function open(change: Partial<TemplatePreviewsDeps> = {}) {
  const session = separatedSession()
  const idle: (() => void)[] = []
  let painted = 0
  const previews = createTemplatePreviews({
    session,
    own: { read: async () => null },
    reducePhoto: async () => ({ photo: null, separation: null }) satisfies SeparatedPhoto,
    paint: async ({ document }) => `${Object.values(document.layers).length} layers, ${++painted}`,
    whenIdle: (run) => void idle.push(run),
    ...change,
  })
  const passIdle = async (count = 20) => {
    for (let i = 0; i < count; i++) {
      for (const run of idle.splice(0)) run()
      await vi.dynamicImportSettled()
    }
  }
  return { session, ...previews, passIdle, painted: () => painted }
}

it('each preview is painted only once until the photo, the subject or the text changes', async () => {
  const { session, show, previews, passIdle, painted } = open()
  show(['poster', 'missing', 'sale'])
  await passIdle()
  expect(Object.keys(previews).filter((id) => previews[id])).toEqual(['poster', 'sale'])
  session.history.transact('Move', () => {
    newLayer(session.doc, 'shape')
  })
  await passIdle()
  expect(painted()).toBe(2)
  session.history.transact('Write', () => {
    newLayer(session.doc, 'text', { text: 'HELLO' })
  })
  await passIdle()
  expect(painted()).toBe(4)
})

it("applying a template that adds only its own text doesn't repaint the previews", async () => {
  const { session, show, passIdle, painted } = open()
  show(['poster', 'sale'])
  await passIdle()
  const title = textsOf(builtInTemplate('poster')!.document)[0]!.text
  session.history.transact('Use template', () => {
    newLayer(session.doc, 'text', { text: title })
  })
  await passIdle()
  expect(painted()).toBe(2)
})

it('switching the language repaints the previews', async () => {
  const { show, passIdle, painted } = open()
  show(['poster', 'sale'])
  await passIdle()
  catalogue.loadAndActivate({ locale: 'de', messages: {} })
  onTestFinished(() => catalogue.activate('en'))
  await passIdle()
  expect(painted()).toBe(4)
})

it('previews of the previous photo are removed immediately, even while no tiles are shown', async () => {
  const { session, show, previews, passIdle, painted } = open()
  const hide = show(['poster'])
  await passIdle()
  hide()
  const { photo, separation } = snapshotOf(session)
  const next = { ...emptyDocument(), photo: { ...photo!, asset: 'b' as AssetId } }
  replaceDocument(session, structuredClone(next))
  expect(previews).toEqual({})
  show(['poster'])
  await passIdle()
  expect(painted(), 'the subject is not found yet').toBe(1)
  session.history.transact('Add Subject', () => {
    session.doc.separation = structuredClone(separation) as typeof session.doc.separation
  })
  await passIdle()
  expect(painted()).toBe(2)
})

it('previews of the previous subject are removed, but a better mask of the same subject replaces them', async () => {
  const { session, show, previews, passIdle, painted } = open()
  show(['poster'])
  await passIdle()
  session.doc.separation!.matte = 'better' as AssetId
  await Promise.resolve()
  expect(Object.keys(previews)).toEqual(['poster'])
  await passIdle()
  expect(painted()).toBe(2)
  session.doc.separation = { ...snapshotOf(session).separation!, matte: 'other' as AssetId, chosen: EVERYTHING }
  await Promise.resolve()
  expect(previews).toEqual({})
  await passIdle()
  expect(painted()).toBe(3)
})

it('a photo whose subject is lost shows stored thumbnails', async () => {
  const { show, previews, passIdle } = open({ reducePhoto: async () => null })
  show(['poster'])
  await passIdle()
  expect(previews).toEqual({ poster: '' })
})

it('no preview is painted during a gesture or an export', async () => {
  const { session, show, passIdle, painted } = open()
  show(['poster'])
  const drag = session.history.begin('Drag')
  session.ui.isDownloading = true
  await passIdle()
  expect(painted()).toBe(0)
  drag.commit()
  await passIdle()
  expect(painted()).toBe(0)
  session.ui.isDownloading = false
  await passIdle()
  expect(painted()).toBe(1)
})

it('the preview of a template that scrolls into view is painted next', async () => {
  const { show, previews, passIdle } = open()
  let visible = 'sale'
  show(['poster', 'sale', 'quote'], (id) => id === visible)
  while (Object.keys(previews).length === 0) await passIdle(1)
  visible = 'quote'
  await passIdle()
  expect(Object.keys(previews)).toEqual(['sale', 'quote', 'poster'])
})

it('hiding the template previews stops their painting', async () => {
  const { show, passIdle, painted } = open()
  show(['poster', 'sale'])()
  await passIdle()
  expect(painted()).toBe(0)
})
