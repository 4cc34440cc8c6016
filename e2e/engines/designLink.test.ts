/** Tests that the browser engine $ENGINE opens the same document from a design link as Chromium. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { designLinkOf } from '../support/designLink.ts'
import { atEditor, bring, openEditor, stateOf } from './editor.ts'
import { SCRIPT_PATH } from './front.ts'
import { engineName, isInstalled } from './runner/engines.ts'
import type { EngineUser } from './user.ts'

const at = atEditor(engineName())
/** Largest relative difference. Engines measure fonts differently: WebKitGTK makes one text layer 3.4% smaller. */
const TOLERANCE = 0.04

let chromium: EngineUser
beforeAll(async () => {
  if (isInstalled(engineName())) chromium = await openEditor('chromium', at.origin())
})
afterAll(() => chromium?.page.close())

/**
 * Opens the link of a built-in template as a new page. First opens a script file, so that the engine loads the page
 * again.
 */
async function openLink(user: EngineUser, template: string): Promise<void> {
  await user.page.goto(at.origin() + SCRIPT_PATH)
  await user.page.goto(at.origin() + designLinkOf(template))
  await user.until('the editor stands', () => window.midground !== undefined)
}

/** Follows the link of a built-in template in the open editor. */
async function followLink({ page }: EngineUser, template: string): Promise<void> {
  const open = (hash: string) => location.assign(hash)
  await page.evaluate(open, new URL(designLinkOf(template), at.origin()).hash)
}

/** Waits until the document has more layers than the photo's two, and has changed. Returns its layers without ids. */
async function layersOf(user: EngineUser, before: string | undefined) {
  const isApplied = (state: string | null) => {
    const { order = [] } = window.midground?.document() ?? {}
    return order.length > 2 && window.midground?.stateHash() !== state && !document.querySelector('[aria-busy=true]')
  }
  await user.until('the design is applied', isApplied, before ?? null)
  const json = await user.page.evaluate(() => {
    const { order = [], layers = {} } = window.midground?.document() ?? {}
    return JSON.stringify(order.map((id) => ({ ...layers[id], id: '' })))
  })
  return JSON.parse(json) as unknown
}

/** Returns the paths of values that differ. */
function differences(a: unknown, b: unknown, path = ''): string[] {
  if (typeof a === 'number' && typeof b === 'number')
    return Math.abs(a - b) <= TOLERANCE * Math.max(1, Math.abs(a)) ? [] : [`${path}: ${a}, ${b}`]
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b) return a === b ? [] : [`${path}: ${a}, ${b}`]
  const [one, other] = [a, b] as [Record<string, unknown>, Record<string, unknown>]
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].flatMap((name) => differences(one[name], other[name], `${path}/${name}`))
}

it('a design link opened before a photo adds the same layers as in Chromium', async () => {
  const documents: unknown[] = []
  for (const user of [at.user(), chromium]) {
    await openLink(user, 'poster')
    await bring(user, 'astronaut.png')
    documents.push(await layersOf(user, undefined))
  }
  expect(differences(documents[0], documents[1])).toEqual([])
})

it('a design link opened on a photo adds the same layers as in Chromium', async () => {
  const documents: unknown[] = []
  for (const user of [at.user(), chromium]) {
    const before = await stateOf(user)
    await followLink(user, 'sale')
    documents.push(await layersOf(user, before))
  }
  expect(differences(documents[0], documents[1])).toEqual([])
})
