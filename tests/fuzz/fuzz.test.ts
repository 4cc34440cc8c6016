/** Tests that a document's values are valid after random actions, and that every step can be undone and redone. */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { stateHash } from '#client/model/document/testing.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { illegalDocument } from '../helpers/legalDocument.ts'
import { shortOrLong } from '../helpers/longRun.ts'
import { ACTIONS } from './actions.ts'
import { type HeadlessEditor, headlessEditor } from './headlessEditor.ts'

const SEEDS = Array.from({ length: shortOrLong(2, 8) }, (_, i) => i + 1)
const ACTION_COUNT = shortOrLong(300, 10_000)
const STEP_COUNT = shortOrLong(100, 300)

// There is no clipboard, so copy and cut use the session's copy.
beforeEach(() => {
  vi.stubGlobal('document', { execCommand: () => false })
  // Add Text listens for typed text, but this test doesn't type any
  vi.stubGlobal('window', { addEventListener: () => {} })
})

const hash = ({ session }: HeadlessEditor) => stateHash(snapshotOf(session))

async function perform(editor: HeadlessEditor, names: readonly string[], until: (count: number) => boolean) {
  for (let i = 0; !until(i); i++) {
    const name = editor.pick(names)
    await ACTIONS[name]?.(editor)
    expect(illegalDocument(snapshotOf(editor.session)), `action ${i}: ${name}`).toEqual([])
  }
  editor.tools.up()
  expect(editor.toasts).not.toContain('Error')
}

/** Undoes or redoes all steps. Returns the hash of every state, including the first. */
function statesOf({ session }: HeadlessEditor, direction: 'undo' | 'redo'): string[] {
  const states = [stateHash(snapshotOf(session))]
  while (session.history.state[direction]) {
    session.history[direction]()
    states.push(stateHash(snapshotOf(session)))
  }
  return states
}

describe.each(SEEDS)('seed %d', (seed) => {
  it(`${ACTION_COUNT} random actions create valid documents that undo and redo restore`, async () => {
    const editor = headlessEditor(seed)
    await perform(editor, Object.keys(ACTIONS), (count) => count === ACTION_COUNT)
    const end = hash(editor)
    const back = statesOf(editor, 'undo')
    expect(back.length).toBeGreaterThan(50)
    expect(back[0]).toBe(end)
    const forth = statesOf(editor, 'redo')
    statesOf(editor, 'undo')
    expect(hash(editor)).toBe(back.at(-1))
    // The last actions may be undos, so there may be more steps to redo.
    expect(forth.slice(0, back.length)).toEqual(back.toReversed())
  })

  it(`undo and redo of ${STEP_COUNT} random steps restore the first and the last state`, async () => {
    let clock = 0
    const editor = headlessEditor(100 + seed, () => (clock += 1000))
    const states = [hash(editor)]
    const names = Object.keys(ACTIONS).filter((name) => !['undoes', 'redoes'].includes(name))
    await perform(editor, names, () => {
      const now = hash(editor)
      if (now !== states.at(-1) && !editor.session.history.isOpen) states.push(now)
      return states.length > STEP_COUNT
    })
    const back = statesOf(editor, 'undo')
    expect(back.at(-1)).toBe(states[0])
    for (const state of states) expect(back).toContain(state)
    expect(statesOf(editor, 'redo')).toEqual(back.toReversed())
  })
})
