/** Tests that apply to every feature and panel of the registry. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { disabledReason, runCommand } from '#client/editor/commands/command.ts'
import { commandContext } from '#client/editor/commands/testing.ts'
import { createFeatureSet } from '#client/editor/host/defineFeature.ts'
import { canvas } from '#client/editor/tools/testing.ts'
import { LANGUAGES } from '#client/kit/i18n/languages.ts'
import { features } from './registry.ts'

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})

/** An editor with a photo and one layer. The layer isn't selected. */
function editor() {
  const { session, tools, viewport, add } = canvas({ kind: 'text' })
  add('a', { x: 0, y: 0 })
  return { session, context: commandContext(features, { session, tools, viewport }) }
}

const catalogues = Object.keys(LANGUAGES)
  .filter((language) => language !== 'en')
  .map((language) => {
    const file = join(import.meta.dirname, `../kit/i18n/languages/${language}.json`)
    return { language, texts: JSON.parse(readFileSync(file, 'utf8')) as Record<string, string> }
  })

it.each([
  ['the top bar', { bar: [{ command: 'unknown', of: 'page' }] }],
  ['the rail', { rail: [{ command: 'unknown', isOpen: () => false }] }],
  ['the menu', { menu: ['unknown'] }],
] as const)('a feature with an unknown command in %s is rejected', (_, parts) => {
  expect(() => createFeatureSet([{ id: 'wrong', ...parts }])).toThrow("no command 'unknown'")
})

it('all features and panels have different ids', () => {
  for (const list of [features.features, features.panels.all]) {
    const ids = list.map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)])
  }
})

describe.each(features.panels.all.map((panel) => [panel.id, panel] as const))('the panel %s', (id, panel) => {
  const command = features.commands.of(`panel.${id}`)

  it("the panel's command opens and closes the panel without an undo step", () => {
    const { session, context } = editor()
    expect(disabledReason(command, context)).toBeNull()
    runCommand(command, context)
    expect(session.ui.panel).toBe(id)
    runCommand(command, context)
    expect(session.ui.panel).toBeNull()
    expect(session.history.state.undo).toBe('Add')
  })

  it("the panel's command does nothing while a photo is being opened", () => {
    const { session, context } = editor()
    session.ui.busy = 'processing'
    runCommand(command, context)
    expect(session.ui.panel).toBeNull()
  })

  it('all messages of the panel are translated into every language', () => {
    const tour = panel as { tour?: { title?: string; text?: string } }
    const texts = [panel.label, panel.prompt, panel.words, tour.tour?.title, tour.tour?.text]
    const missing = catalogues.flatMap(({ language, texts: known }) =>
      texts.filter((text) => text && !known[text]).map((text) => `${language}: ${text}`),
    )
    expect(missing).toEqual([])
  })
})
