/** Tests that run for every tool, including the tools of the tabs. */
import { describe, expect, it } from 'vitest'
import { keysPressed, runKeys } from '#client/editor/commands/shortcuts.ts'
import { commandContext } from '#client/editor/commands/testing.ts'
import { SELECT } from '#client/editor/tools/select.ts'
import { canvas } from '#client/editor/tools/testing.ts'
import type { ToolEntry } from '#client/editor/tools/tool.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { stateHash } from '#client/model/document/testing.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { features } from './registry.ts'

const MIDDLE = { x: 1000, y: 800 }
const AWAY = { x: 1300, y: 1000 }
const FURTHER = { x: 1500, y: 300 }

/**
 * Returns true if a drag with this tool starts a gesture. Other tools act on pointer down or don't edit the document.
 */
function hasGesture(entry: ToolEntry) {
  const { add, pointer, tools } = canvas({ entry, kind: 'text' })
  add('a', MIDDLE)
  pointer.down(MIDDLE)
  pointer.move(AWAY)
  return tools.isGesturing
}

const TOOLS: (readonly [string, ToolEntry])[] = [
  ['select', SELECT],
  ...features.panels.all.flatMap(({ id, tools = [] }) =>
    tools.filter(hasGesture).map((tool, i) => [`${id} ${i + 1}`, tool] as const),
  ),
]

it('TOOLS contains more than four tools', () => {
  expect(TOOLS.length).toBeGreaterThan(4)
})

function inMidGesture(entry: ToolEntry) {
  const stage = canvas({ entry, kind: 'text' })
  const { session, tools, viewport } = stage
  const layer = stage.add('a', MIDDLE)
  const hash = () => stateHash(renamed(snapshotOf(session)))
  const before = hash()
  const version = session.history.state.undo
  stage.pointer.down(MIDDLE)
  stage.pointer.move(AWAY)
  stage.pointer.move(FURTHER)
  if (!tools.isGesturing) throw new Error('the tool has no gesture')
  const context = commandContext(features, { session, tools, viewport })
  /** Simulates a key press, in the notation of the command table. */
  const key = (keys: string) => runKeys(keys, context)
  const goOn = () => {
    stage.pointer.move(AWAY)
    stage.pointer.up()
  }
  return { ...stage, layer, hash, before, version, key, goOn }
}

/** Replaces random layer ids with their positions in the stack, so that two results can be compared. */
function renamed(doc: DocumentSnapshot): DocumentSnapshot {
  const names = new Map(doc.order.map((id, i) => [id, `layer ${i}` as LayerId]))
  const layers = [...names].map(([id, name]) => [name, { ...doc.layers[id], id: name }])
  return { ...doc, layers: Object.fromEntries(layers), order: [...names.values()] }
}

describe.each(TOOLS)('the tool %s', (_, entry) => {
  it('Ctrl+Z during a gesture undoes the whole gesture', () => {
    const { session, key, goOn, hash, before, version } = inMidGesture(entry)
    key(keysPressed({ key: 'z', ctrlKey: true, metaKey: false, shiftKey: false }))
    expect(hash()).toBe(before)
    goOn()
    expect(hash()).toBe(before)
    expect(session.history.state).toMatchObject({ undo: version, redo: null })
    session.history.redo()
    expect(hash()).toBe(before)
  })

  it('pressing the Undo button with another finger undoes the whole gesture', () => {
    const { session, tools, goOn, hash } = inMidGesture(entry)
    session.history.undo()
    const after = hash()
    goOn()
    expect(hash()).toBe(after)
    expect(tools.isGesturing).toBe(false)
  })

  it.each(['Delete', ']'])(
    'pressing %s during a gesture commits the gesture first, unless the tool uses the key',
    (name) => {
      const { session, tools, layer, key, goOn, hash, before } = inMidGesture(entry)
      session.ui.selection = [layer().id]
      key(name)
      if (tools.isGesturing) {
        // the tool handles this key itself, so the gesture continues as one undo step
        goOn()
        session.history.undo()
        expect(hash()).toBe(before)
        return
      }
      const after = hash()
      goOn()
      expect(hash()).toBe(after)
      while (session.history.state.undo) session.history.undo()
      while (session.history.state.redo) session.history.redo()
      expect(hash()).toBe(after)
    },
  )

  it('a change made by other code ends the gesture', () => {
    const { session, tools, goOn, hash } = inMidGesture(entry)
    session.history.transact('Tune', () => {
      session.doc.tune.image.fade = 5
    })
    const after = hash()
    goOn()
    expect(hash()).toBe(after)
    expect(tools.isGesturing).toBe(false)
  })

  it('resizing the window commits the gesture', () => {
    const { viewport, tools, goOn, hash } = inMidGesture(entry)
    tools.up()
    const moved = hash()
    const again = inMidGesture(entry)
    again.viewport.set({ zoom: 0.2, origin: { x: -300, y: -200 }, canvas: { width: 500, height: 400 } })
    again.goOn()
    expect(again.hash()).toBe(moved)
    viewport.set({ ...viewport.get(), zoom: 1 })
    goOn()
    expect(hash()).toBe(moved)
  })

  it('canceling the gesture restores the document and removes the overlay', () => {
    const { session, tools, feedback, hash, before, version } = inMidGesture(entry)
    tools.cancel()
    expect(hash()).toBe(before)
    expect(session.history.state.undo).toBe(version)
    expect(feedback).toMatchObject({ readout: null, guides: [], toolOverlay: null })
  })
})
