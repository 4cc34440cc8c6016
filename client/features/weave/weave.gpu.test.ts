import { expect, it, onTestFinished, vi } from 'vitest'
import { nudge } from '#client/editor/commands/arrange.ts'
import { type CommandContext, disabledReason } from '#client/editor/commands/command.ts'
import { Feedback } from '#client/editor/tools/feedback.ts'
import { layersAt } from '#client/editor/tools/targets.ts'
import type { ToolContext } from '#client/editor/tools/tool.ts'
import type { Workspace } from '#client/editor/workspace/workspace.ts'
import { applyTemplateTo } from '#client/engine/template/applyTemplateTo.ts'
import { loadFont } from '#client/kit/fonts/load.ts'
import type { Point } from '#client/kit/geometry/geometry.ts'
import type { Toast } from '#client/kit/ui/overlays/toasts.ts'
import { hiddenPart, isAlmostHidden, isMostlyHidden } from '#client/layers/occlusion/occlusion.ts'
import { LEGIBLE } from '#client/layers/occlusion/readability.ts'
import { kindOf, kinds, type LayerValues } from '#client/layers/registry.ts'
import { luminancesUnder } from '#client/layers/text/contrast.ts'
import { isTextReadable, offerInFront } from '#client/layers/text/hiddenText.ts'
import type { TextLayer } from '#client/layers/text/schema.ts'
import { typingEnd } from '#client/layers/text/typing.ts'
import { hiddenParts, wovenFront } from '#client/layers/text/weave.ts'
import { cropOf } from '#client/model/document/crop.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { select } from '#client/model/session/ui/selection.ts'
import { createViewport } from '#client/render/compositor/viewport.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { sceneOf } from '../../../tests/helpers/scene.ts'
import { weave } from './index.ts'
import { WEAVE, weaveName, weaveText } from './weaveText.ts'

const SIZE = { width: 240, height: 160 }
await loadFont('Inter', 700)

/**
 * Opens a scene with a text layer of four letters. The subject, a disc in the middle, hides the second and third
 * letters.
 */
async function open(values: LayerValues = {}) {
  const toast = vi.fn()
  const texts = [{ text: 'HHHH', fontSize: 90, placement: 'background' as const, ...values }]
  const { session } = await sceneOf({ size: SIZE, texts, notices: { toast } })
  const text = () => Object.values(snapshotOf(session).layers).find(({ kind }) => kind === 'text') as TextLayer
  select(session.ui, text().id)
  const scene = () => [snapshotOf(session), matteOf(snapshotOf(session), session.assets)!] as const
  return { session, text, toast, scene }
}

function press(session: Session, at: Point) {
  const viewport = createViewport()
  viewport.set({ zoom: 1, origin: { x: 0, y: 0 }, canvas: SIZE })
  const tool = WEAVE.create({ session, viewport, kinds, feedback: new Feedback() } as unknown as ToolContext)
  tool.down({ at, type: 'mouse', pressure: 0.5, timeMs: 0, samples: [] } as never)
}

it('hiddenParts measures the hidden ink of each letter', async () => {
  const { text, scene } = await open()
  const parts = hiddenParts(text(), ...scene())
  expect(parts.map((part) => part > 0.55)).toEqual([false, true, true, false])
  expect(parts[0]).toBeCloseTo(parts[3] ?? 0, 1)
})

it.each([
  ['upright text', {}, false, false],
  ['text rotated by 180°', { rotation: 180 }, false, true],
  ['text in a mirrored composition', {}, true, true],
])('hiddenParts finds the most hidden letter of %s', async (_, values, isMirrored, isFirst) => {
  const { session, text, scene } = await open({ text: 'HI', position: { horizontal: 22, vertical: 50 }, ...values })
  session.history.transact('Test', () => {
    session.doc.crop = { ...cropOf(snapshotOf(session)), isMirrored }
  })
  const [first = 0, last = 0] = hiddenParts(text(), ...scene())
  expect(Math.max(first, last)).toBeGreaterThan(0.3)
  expect(first > last).toBe(isFirst)
})

it('the command Weave is on while letters are in front', async () => {
  const { session } = await open()
  const [command] = weave.commands ?? []
  const isOn = () => command?.isOn?.({ session } as Workspace)
  expect(isOn()).toBe(false)
  weaveText(session)
  expect(isOn()).toBe(true)
})

it('using Weave twice moves the hidden letters in front of the subject and back', async () => {
  const { session, text } = await open()
  weaveText(session)
  expect([text().front, weaveName(text().front)]).toEqual(['2-3', 'Move letters behind subject'])
  weaveText(session)
  expect([text().front, weaveName(text().front)]).toEqual(['', 'Weave'])
  session.history.undo()
  expect(text().front, 'each action is one undo step').toBe('2-3')
})

it("Weave shows a toast if the subject doesn't hide any letter", async () => {
  const { session, text, toast } = await open({ fontSize: 20, position: { horizontal: 50, vertical: 3 } })
  weaveText(session)
  expect([text().front, toast.mock.calls.length]).toEqual(['', 1])
})

it('the command Weave is disabled while the subject hides too little of the text', async () => {
  const { session } = await open()
  const reason = () =>
    weave.commands && disabledReason(weave.commands[0]!, { workspace: { session } } as CommandContext)
  expect(reason()).toBeNull()
  nudge({ session, viewport: createViewport() } as Workspace, { x: 0, y: -1 }, 150)
  expect(reason()).toMatch(/hides too little/)
})

it.each([
  ['no letter stays in front if Weave chose the letters', '2-3', ''],
  ['the letters that the user chose stay in front', '1', '1'],
])('after text is moved away from the subject, %s', async (_, front, expected) => {
  const { session, text } = await open({ front })
  nudge({ session, viewport: createViewport() } as Workspace, { x: 0, y: -1 }, 150)
  expect(text().front).toBe(expected)
  session.history.undo()
  expect(text().front, 'the move is one undo step').toBe(front)
})

/** A small text at the right edge of the subject's lower half. Weave moves its first two letters in front. */
const AT_EDGE = { fontSize: 24, position: { horizontal: 71, vertical: 60 }, front: '1-2' }

it.each([
  ['over its body, all letters come to the front', { x: -1, y: 0 }, '1-4', 0],
  ['over its head, all letters move behind the subject and a toast appears', { x: -1, y: -1 }, '', 1],
])('if the subject hides all letters of moved text %s', async (_, direction, front, toasts) => {
  const { session, text, toast, scene } = await open(AT_EDGE)
  expect(wovenFront({ ...text(), front: '' }, ...scene())).toBe(AT_EDGE.front)
  nudge({ session, viewport: createViewport() } as Workspace, direction, 50)
  expect([text().front, toast.mock.calls.length]).toEqual([front, toasts])
})

it('text that arrow keys move over the head and back is woven again', async () => {
  vi.useFakeTimers({ toFake: ['Date'] }) // all presses are one undo step
  onTestFinished(() => void vi.useRealTimers())
  const { session, text } = await open(AT_EDGE)
  const workspace = { session, viewport: createViewport() } as Workspace
  nudge(workspace, { x: -1, y: -1 }, 50)
  expect(text().front).toBe('')
  nudge(workspace, { x: 1, y: 1 }, 49)
  expect(text().front).toBe(AT_EDGE.front)
})

it('moving the subject chooses the letters in front again', async () => {
  const { session, text } = await open(AT_EDGE)
  session.doc.backdrop = { type: 'transparent' } // the subject can be moved only if the background is removed
  const subject = Object.values(snapshotOf(session).layers).find(({ kind }) => kind === 'subject')
  select(session.ui, subject!.id)
  nudge({ session, viewport: createViewport() } as Workspace, { x: 1, y: 0 }, 50)
  expect(text().front).toBe('1-4')
})

it('clicking a letter moves the letter behind or in front of the subject', async () => {
  const { session, text } = await open()
  press(session, { x: 25, y: 80 })
  expect(text().front).toBe('1')
  press(session, { x: 215, y: 80 })
  expect(text().front).toBe('1,4')
  press(session, { x: 25, y: 80 })
  expect(text().front).toBe('4')
  press(session, { x: 120, y: 5 })
  expect(text().front, 'a click next to the text changes nothing').toBe('4')
})

it('letters in front of the subject do not count as hidden', async () => {
  const { text, scene } = await open({ text: 'HH', fontSize: 60 })
  const on = [kindOf('text'), ...scene()] as const
  const woven = (front: string): TextLayer => ({ ...text(), front })
  const partOf = (front: string) => hiddenPart(woven(front), ...on)
  expect([isAlmostHidden(text(), ...on), isMostlyHidden(woven('1-2'), ...on)]).toEqual([true, false])
  expect([partOf('1-2'), partOf('auto')]).toEqual([0, 0])
  expect(partOf('1')).toBeCloseTo(partOf('') / 2, 1)
})

it('the contrast of text includes the subject below letters that are in front', async () => {
  const { text, scene } = await open()
  const countOf = (front: string) => luminancesUnder({ ...text(), front }, ...scene(), null).flat().length
  expect(countOf('2-3')).toBeGreaterThan(1.5 * countOf(''))
  expect(countOf('2-3')).toBe(countOf('1-4'))
})

it('the toast about hidden text offers the action Weave', async () => {
  const { session, text, toast } = await open({ fontSize: 60 })
  expect(offerInFront(session, text())).toBe(true)
  const [{ action, otherAction }] = toast.mock.calls[0] as [Toast]
  expect([action?.label, otherAction?.label]).toEqual(['In front', 'Weave'])
  otherAction?.run()
  expect(text().front).toBe('2-3')
  session.history.undo()
  expect(text().front).toBe('')
})

it('the toast about hidden text has no timeout if a letter of the best-placed text is completely hidden', async () => {
  const { session, text, toast, scene } = await open({ text: 'WWIWW', fontSize: 120 })
  expect(isTextReadable(text(), ...scene(), LEGIBLE)).toBe(true)
  expect(offerInFront(session, text(), true)).toBe(true)
  expect(toast.mock.calls[0]?.[0]).toMatchObject({ isLasting: true })
})

it("after typing, hidden text doesn't move until the user clicks Best place in a toast", async () => {
  const { session, text, toast } = await open({ text: 'WWIWW', fontSize: 120 })
  const typed = structuredClone(text())
  typingEnd(session, text())()
  expect(text()).toEqual(typed)
  const [{ action, otherAction, endsOn }] = toast.mock.calls[0] as [Toast]
  expect([action?.label, otherAction?.label]).toEqual(['Best place', 'In front'])
  select(session.ui)
  action?.run()
  expect(text().position).not.toEqual(typed.position)
  session.history.undo()
  expect(text()).toEqual(typed)
  expect(text().front, 'typing weaves nothing').toBe('')
  const end = vi.fn()
  endsOn?.(end)
  select(session.ui)
  await Promise.resolve()
  expect(end, 'the press that ends typing also deselects the text').not.toHaveBeenCalled()
  Object.assign(session.ui, { panel: 'tune' })
  await expect.poll(() => end).toHaveBeenCalled()
})

it.each([
  ['another panel opens', ({ ui }: Session) => Object.assign(ui, { panel: 'tune' })],
  ['the selection ends', ({ ui }: Session) => select(ui)],
])('the toast about hidden text closes when %s', async (_, leave) => {
  const { session, text, toast } = await open({ fontSize: 60 })
  Object.assign(session.ui, { panel: 'text' })
  select(session.ui, text().id)
  offerInFront(session, text())
  const [{ endsOn }] = toast.mock.calls[0] as [Toast]
  const end = vi.fn()
  endsOn?.(end)
  Object.assign(session.doc.layers[text().id] ?? {}, { color: '#ff0000' })
  await Promise.resolve()
  expect(end, 'the subject still hides the text').not.toHaveBeenCalled()
  leave(session)
  await expect.poll(() => end).toHaveBeenCalled()
})

it('the toast about hidden text does not offer to weave one letter', async () => {
  const { session, text, toast } = await open({ text: 'H' })
  expect(offerInFront(session, text())).toBe(true)
  expect(toast.mock.calls[0]?.[0]).not.toHaveProperty('otherAction')
})

it('a click on a letter in front selects the text, and a click on a hidden letter selects the subject', async () => {
  const { session, text } = await open({ front: '2' })
  session.doc.backdrop = { type: 'transparent' } // the subject can be dragged only if the background is removed
  const doc = snapshotOf(session)
  const nameAt = (x: number) => {
    const [id] = layersAt(doc, { kinds, assets: session.assets }, { x, y: 80 }, 1, 0)
    return id && doc.layers[id]?.kind
  }
  expect(text().front).toBe('2')
  expect([nameAt(95), nameAt(150)]).toEqual(['text', 'subject'])
})

it('a word with joined letters counts as equally hidden as its most hidden letter', async () => {
  const { session, text, scene } = await open({ text: 'تتتتتتتتتتتتت', fontSize: 40 })
  expect(hiddenParts(text(), ...scene())).toEqual([expect.closeTo(1, 1)])
  weaveText(session)
  expect(text().front).toBe('1')
})

it('weaving moves an Arabic word as a whole', async () => {
  const { session, text } = await open({ text: 'مرحبا', fontSize: 60 })
  weaveText(session)
  expect(['', '1']).toContain(text().front)
  press(session, { x: 120, y: 80 })
  press(session, { x: 120, y: 80 })
  expect(['', '1']).toContain(text().front)
})

it("applying a template with automatic weaving moves the letters that this photo's subject hides", async () => {
  const { session, text } = await open({ front: 'auto' })
  const doc = snapshotOf(session)
  const paint = async () => null
  const { document } = await applyTemplateTo({ document: doc }, doc, session.assets, paint)
  const applied = Object.values(document.layers).find(({ kind }) => kind === 'text')
  expect(applied).toMatchObject({ front: '2-3', text: text().text })
})
