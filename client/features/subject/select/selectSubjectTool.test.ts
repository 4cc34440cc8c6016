import { expect, it } from 'vitest'
import { canvas } from '#client/editor/tools/testing.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import { OBJECTS_PANEL, SELECT_SUBJECT_PANEL } from '#client/model/session/ui/subject.ts'
import { startLifting } from '../modes.ts'
import { subjectState } from '../subjectState.ts'
import { SELECT_SUBJECT } from './selectSubjectTool.ts'

/** Opens a 2000 × 1600 px photo at zoom 0.5 with the Select subject tool active. */
function choosing() {
  const made = canvas({ entry: SELECT_SUBJECT })
  made.session.history.restart(() => {
    made.session.doc.photo = { asset: 'a' as AssetId, name: 'p', width: 2000, height: 1600, hasAlpha: false }
  })
  made.session.ui.panel = SELECT_SUBJECT_PANEL
  const clicks = () => made.asked.filter((what) => !what.startsWith('point'))
  return { ...made, clicks }
}

it('the pointer requests a preview only while it is over the photo', () => {
  const { tools, css, asked } = choosing()
  tools.hover(css({ x: 300, y: 200 }))
  tools.hover({ x: -5, y: 3 })
  tools.hover(null)
  expect(asked).toEqual(['point [{"x":300,"y":200},true]', 'point [null,true]', 'point [null,true]'])
})

it('a click with Alt removes the clicked part from the selection', () => {
  const { session, pointer, clicks } = choosing()
  pointer.click({ x: 300, y: 200 })
  pointer.click({ x: 300, y: 200 }, { alt: true })
  subjectState(session).adds = false
  pointer.click({ x: 40, y: 60 })
  expect(clicks()).toEqual([
    'click [{"x":300,"y":200},true]',
    'click [{"x":300,"y":200},false]',
    'click [{"x":40,"y":60},false]',
  ])
})

it('a click with Alt lifts only a part of an object, in both modes of Select subject', () => {
  const { session, tools, css, pointer, asked } = choosing()
  startLifting(session.ui, 'erase')
  subjectState(session).adds = false
  tools.hover(css({ x: 300, y: 200 }), true)
  pointer.click({ x: 300, y: 200 })
  pointer.click({ x: 300, y: 200 }, { alt: true })
  expect(asked.filter((what) => !what.startsWith('point [null'))).toEqual([
    'point [{"x":300,"y":200},false]',
    'click [{"x":300,"y":200},true]',
    'click [{"x":300,"y":200},false]',
  ])
})

it('with "Part", a click lifts only a part of an object, and a click with Alt lifts the whole object', () => {
  const { session, pointer, clicks } = choosing()
  startLifting(session.ui, 'erase')
  subjectState(session).isPart = true
  pointer.click({ x: 300, y: 200 })
  pointer.click({ x: 300, y: 200 }, { alt: true })
  expect(clicks()).toEqual(['click [{"x":300,"y":200},false]', 'click [{"x":300,"y":200},true]'])
})

it('a tap marks the part to erase, and a second tap on this part confirms it', () => {
  const { session, tools, pointer, asked } = choosing()
  const tap = (x: number, y: number) => {
    pointer.down({ x, y }, {}, 'touch')
    pointer.up()
    tools.hover(null)
  }
  startLifting(session.ui, 'erase')
  tap(300, 200)
  Object.assign(subjectState(session), {
    marked: { x: 300, y: 200 },
    preview: { width: 2, height: 1, coverage: Uint8Array.of(255, 0), adds: true },
  })
  tap(900, 400)
  tap(1900, 400)
  expect(asked.filter((what) => !what.startsWith('point [null'))).toEqual([
    'point [{"x":300,"y":200},true,true]',
    'confirm []',
    'point [{"x":1900,"y":400},true,true]',
  ])
})

it('a drag selects with a box that is clipped to the photo', () => {
  const { pointer, clicks } = choosing()
  pointer.drag({ x: 100, y: 1500 }, { x: 400, y: 1900 })
  pointer.drag({ x: 100, y: 100 }, { x: 104, y: 103 })
  expect(clicks()).toEqual(['box [{"x":100,"y":1500},{"x":400,"y":1600},true]', 'click [{"x":100,"y":100},true]'])
})

it("a canceled press, or a press outside the photo, doesn't select anything", () => {
  const { tools, pointer, clicks } = choosing()
  pointer.click({ x: 500, y: 1700 })
  pointer.down({ x: 5, y: 5 })
  tools.cancel()
  expect(clicks()).toEqual([])
})

it('the keyboard alone can select the subject', () => {
  const { session, tools, feedback, clicks } = choosing()
  tools.key('Enter', false)
  expect(feedback.ring?.at).toEqual({ x: 500, y: 400 })
  tools.key('ArrowLeft', true)
  tools.key('Enter', false)
  tools.key('Alt+Enter', false)
  expect(clicks()).toEqual(['click [{"x":920,"y":800},true]', 'click [{"x":920,"y":800},false]'])
  tools.key('Escape', false)
  expect([session.ui.panel, feedback.ring]).toEqual([null, null])
})

it.each([
  [null, null],
  ['text', 'text'],
  [OBJECTS_PANEL, OBJECTS_PANEL],
  [SELECT_SUBJECT_PANEL, null],
])('Escape while erasing reopens the previously open tab, %s', (before, after) => {
  const { session, tools } = choosing()
  session.ui.panel = before
  startLifting(session.ui, 'erase')
  startLifting(session.ui, 'lift')
  tools.key('Escape', false)
  expect([session.ui.panel, session.ui.subject.lifts]).toEqual([after, null])
})
