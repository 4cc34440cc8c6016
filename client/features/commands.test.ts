/** Tests that apply to every command in the table. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { commandName, disabledReason, GROUPS, runCommand } from '#client/editor/commands/command.ts'
import { contextMenu } from '#client/editor/commands/menus.ts'
import { shortcutRows } from '#client/editor/commands/ShortcutsDialog.tsx'
import { commandContext } from '#client/editor/commands/testing.ts'
import { HELD_KEYS } from '#client/editor/tools/heldKeys.ts'
import { canvas } from '#client/editor/tools/testing.ts'
import { LANGUAGES } from '#client/kit/i18n/languages.ts'
import { addLayer } from '#client/layers/actions.ts'
import { separatedSession } from '../../tests/helpers/session.ts'
import { features } from './registry.ts'

const COMMANDS = features.commands.all
const commandOf = features.commands.of

/** Creates an editor without a photo. `started` records the browser functions that commands call. */
function emptyEditor() {
  const { session, tools, viewport, add } = canvas({ kind: 'text' })
  const started: string[] = []
  const note = (name: string) => void started.push(name)
  const context = commandContext(
    features,
    {
      session,
      tools,
      viewport,
      fit: () => note('fit'),
      zoomTo: () => note('zoom'),
      downloader: { download: () => note('download') } as never,
      projects: { saveFile: () => note('save') } as never,
    },
    note,
  )
  const root = { dataset: {} as Record<string, string> }
  vi.stubGlobal('document', { documentElement: root })
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('requestAnimationFrame', () => 0)
  return { context, session, add, started }
}

const tables = Object.keys(LANGUAGES)
  .filter((language) => language !== 'en')
  .map((language): [string, Record<string, string>] => [
    language,
    JSON.parse(readFileSync(join(import.meta.dirname, `../kit/i18n/languages/${language}.json`), 'utf8')),
  ])
const translated = (text: string) => tables.every(([, texts]) => Boolean(texts[text]))

describe('the table of commands', () => {
  it('every command has a unique id', () => {
    const ids = COMMANDS.map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)])
  })

  it('no two commands share a shortcut', () => {
    const keys = COMMANDS.flatMap((command) => command.keys)
    expect(keys).toEqual([...new Set(keys)])
    for (const held of Object.values(HELD_KEYS)) expect(keys).not.toContain(held)
  })

  it('every command has a unique name in the palette', () => {
    const names = COMMANDS.map((command) => commandName(command))
    expect(names).toEqual([...new Set(names)])
  })
})

describe.each(COMMANDS.map((command) => [command.id, command] as const))('the command %s', (_, command) => {
  it('the command has an icon and a translated name and group', () => {
    expect(command.icon).toBeTruthy()
    expect(translated(command.group)).toBe(true)
    expect(GROUPS).toContain(command.group)
    expect(commandName(command)).not.toBe('')
  })

  it('the reason why the command is disabled is translated', () => {
    for (const { reason } of command.needs ?? []) expect([reason, translated(reason)]).toEqual([reason, true])
  })

  it("without a photo, running the disabled command doesn't change the editor's state", () => {
    const { context, session, started } = emptyEditor()
    const before = JSON.stringify([session.doc, session.ui])
    const reason = disabledReason(command, context)
    expect(() => runCommand(command, context)).not.toThrow()
    if (reason) expect([JSON.stringify([session.doc, session.ui]), started]).toEqual([before, []])
  })

  it('the help lists the command only if the command has a shortcut', () => {
    const names = shortcutRows(command.group, features.commands).map(({ name }) => name)
    expect(names.includes(commandName(command))).toBe(command.keys.length > 0)
  })
})

it("the command add-text is disabled, with a reason, while layers can't be added", () => {
  const { context, session, add } = emptyEditor()
  const reason = () => disabledReason(commandOf('add-text'), context)
  expect(reason()).toBe('Upload a photo first.')
  add('a', { x: 0, y: 0 })
  expect(reason()).toBeNull()
  session.ui.busy = 'processing'
  expect(reason()).toBe('Wait until the photo is ready.')
  session.ui.busy = null
  session.history.transact('Remove', () => {
    session.doc.backdrop = { type: 'transparent' }
  })
  expect(reason()).toBe('The background is removed. To use this tool, click Reset Background in the Change BG tab.')
  session.history.transact('Lose', () => {
    session.doc.separation = null
  })
  expect(reason()).toBe('No subject found in this photo. Select the subject first.')
})

it('the context menu lists the commands that apply to the selection', () => {
  const { context, session, add } = emptyEditor()
  const labels = () => contextMenu(context).map((section) => section.map(({ label }) => label))
  expect(labels()).toEqual([
    ['Undo', 'Redo'],
    ['Lift object', 'Erase object', 'Find people'],
    ['Select all', 'Zoom to fit'],
  ])
  add('a', { x: 0, y: 0 })
  session.ui.selection = session.doc.order.slice(0, 1)
  expect(labels()).toEqual([
    ['Edit text'],
    ['Bring forward', 'Send backward'],
    ['Align'],
    ['Copy', 'Cut', 'Duplicate', 'Delete'],
    ['Hide layer', 'Lock layer'],
    ['Select all'],
  ])
  session.history.transact('Hide and lock', () => {
    Object.assign(session.doc.layers[session.doc.order[0]!]!, { isHidden: true, isLocked: true })
  })
  expect(labels()).toContainEqual(['Show layer', 'Unlock layer'])
  const entries = contextMenu(context).flat()
  expect(entries.filter((entry) => 'isDanger' in entry && entry.isDanger).map(({ label }) => label)).toEqual(['Delete'])
  const arrange = entries.find((entry) => 'entries' in entry)
  expect(arrange && 'entries' in arrange && arrange.entries.length).toBe(6)
})

it.each([
  ['text', 'Edit text'],
  ['shape', 'Edit layer'],
] as const)('for a selected layer of the kind %s, the context menu offers "%s"', (kind, label) => {
  const session = separatedSession()
  addLayer(session, kind) // `addLayer` also selects the layer
  const [[first] = []] = contextMenu(commandContext(features, { ...canvas(), session }))
  expect(first?.label).toBe(label)
})

it('the search terms of every command are translated', () => {
  for (const words of COMMANDS.flatMap(({ words = [] }) => words))
    expect([words, translated(words)]).toEqual([words, true])
})
