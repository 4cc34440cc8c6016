/** Chance works on a document in every way there is: it stays within its field tables, and every step goes both ways. */
import { describe, expect, it, vi } from 'vitest'
import { stateHash } from '#client/model/document/document.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { illegalDocument } from '../helpers/legalDocument.ts'
import { DEEDS } from './deeds.ts'
import { type Hand, handOf } from './hand.ts'

// What copies and cuts asks the browser for its clipboard; this one has none, so the session's own copy must do.
vi.stubGlobal('document', { execCommand: () => false })
vi.stubGlobal('addEventListener', () => {}) // the typing that follows a new text goes nowhere

const hash = ({ session }: Hand) => stateHash(snapshotOf(session))

async function work(hand: Hand, deeds: readonly string[], until: (count: number) => boolean) {
  for (let i = 0; !until(i); i++) {
    const name = hand.pick(deeds)
    await DEEDS[name]?.(hand)
    expect(illegalDocument(snapshotOf(hand.session)), `deed ${i} ${name}`).toEqual([])
  }
  hand.tools.up()
  expect(hand.said).not.toContain('Error')
}

/** Every state on the way, the one it began in included. */
function walk({ session }: Hand, way: 'undo' | 'redo'): string[] {
  const states = [stateHash(snapshotOf(session))]
  while (session.history.state[way]) {
    session.history[way]()
    states.push(stateHash(snapshotOf(session)))
  }
  return states
}

describe.each([1, 2, 3, 4])('seed %d', (seed) => {
  it('5 000 random deeds leave the document within its field tables, and go back and forth', async () => {
    const hand = handOf(seed)
    await work(hand, Object.keys(DEEDS), (count) => count === 5000)
    const end = hash(hand)
    const back = walk(hand, 'undo')
    expect(back.length).toBeGreaterThan(100)
    expect(back[0]).toBe(end)
    const forth = walk(hand, 'redo')
    walk(hand, 'undo')
    expect(hash(hand)).toBe(back.at(-1))
    // the walk may have ended after some undos, so there may be more to redo than was undone
    expect(forth.slice(0, back.length)).toEqual(back.toReversed())
  })

  it('300 random steps over all tools are undone to the first state and redone to the last', async () => {
    let clock = 0
    const hand = handOf(100 + seed, () => (clock += 1000))
    const states = [hash(hand)]
    const deeds = Object.keys(DEEDS).filter((name) => !['takes back', 'does again'].includes(name))
    await work(hand, deeds, () => {
      const now = hash(hand)
      if (now !== states.at(-1) && !hand.session.history.isOpen) states.push(now)
      return states.length > 300
    })
    const back = walk(hand, 'undo')
    expect(back.at(-1)).toBe(states[0])
    for (const state of states) expect(back).toContain(state)
    expect(walk(hand, 'redo')).toEqual(back.toReversed())
  })
})
