import { expect, it, onTestFinished, vi } from 'vitest'
import { builtInTemplate } from '#client/engine/template/builtIn.ts'
import type { SeparatedPhoto } from '#client/engine/template/paintTemplate.ts'
import { textsOf } from '#client/engine/template/withTexts.ts'
import { catalogue } from '#client/kit/i18n/translate.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import { newLayer } from '#client/layers/registry.ts'
import { separatedSession } from '../../../tests/helpers/session.ts'
import { createTemplatePreviews } from './templatePreviews.ts'

/** Opens a photo and returns its template previews. `painted`: number of paints. `passIdle`: runs the idle periods. */
function open() {
  const session = separatedSession()
  const idle: (() => void)[] = []
  let painted = 0
  const previews = createTemplatePreviews({
    session,
    own: { read: async () => null },
    reducePhoto: async () => ({ photo: null, separation: null }) satisfies SeparatedPhoto,
    paint: async ({ document }) => `${Object.values(document.layers).length} layers, ${++painted}`,
    whenIdle: (run) => void idle.push(run),
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

it("a new photo doesn't show a preview of the previous photo", async () => {
  const { session, show, previews, passIdle } = open()
  show(['poster'])
  await passIdle()
  session.history.restart(() => {
    Object.assign(session.doc, { photo: { ...session.doc.photo!, asset: 'b' as AssetId }, separation: null })
  })
  await passIdle()
  expect(previews).toEqual({})
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
