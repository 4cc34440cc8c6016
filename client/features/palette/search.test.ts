/** Tests that the palette finds every panel, and finds commands by common words. */
import { beforeEach, expect, it, vi } from 'vitest'
import { commandContext } from '#client/editor/commands/testing.ts'
import { canvas } from '#client/editor/tools/testing.ts'
import { addLayer } from '#client/layers/actions.ts'
import { separatedSession } from '../../../tests/helpers/session.ts'
import { features } from '../registry.ts'
import { entryGroups } from './entries.ts'

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})

/**
 * Returns the ids of the commands that a query finds. If `hasPhoto` is true, a photo with one unselected layer is open.
 */
function found(query: string, hasPhoto = true) {
  const { session, tools, viewport, add } = canvas({ kind: 'text' })
  if (hasPhoto) add('a', { x: 0, y: 0 })
  return foundIn({ session, tools, viewport }, query)
}

function foundIn(workspace: Parameters<typeof commandContext>[1], query: string) {
  const groups = entryGroups(commandContext(features, workspace), query, [])
  return groups.flatMap(({ entries }) => entries.map(({ command }) => command.id))
}

it.each(features.panels.all.map((panel) => [panel.id, panel] as const))(
  "searching for the label or a search term of the panel %s finds the panel's command",
  (id, panel) => {
    const { words = '' } = features.commands.of(`panel.${id}`)
    expect(words).not.toBe('')
    for (const word of [panel.label, ...words.split(', ')])
      expect([word, found(word)]).toEqual([word, expect.arrayContaining([`panel.${id}`])])
  },
)

it.each([
  ['background', 'panel.change-background'],
  ['shadow', 'panel.outline'],
  ['outline', 'panel.outline'],
  ['3d', 'panel.text'],
  ['sticker', 'panel.emojis'],
  ['blur', 'panel.tune-image'],
  ['resize', 'export'],
  ['youtube', 'panel.templates'],
  ['magaz', 'panel.templates'],
  ['remove person', 'erase-object'],
  ['font', 'add-text'],
  ['letter spacing', 'panel.text'],
])('the query %s finds the command %s', (query, id) => {
  expect(found(query)[0]).toBe(id)
})

it.each([
  ['behind', 'move-behind'],
  ['in front', 'move-in-front'],
  ['front', 'move-in-front'],
])('while a layer is selected, the query %s finds the command %s first', (query, id) => {
  const session = separatedSession()
  addLayer(session, 'text') // `addLayer` also selects the layer
  expect(foundIn({ ...canvas(), session }, query)[0]).toBe(id)
})

it('the query "font" doesn\'t match a command name with the letters f, o, n and t far apart', () => {
  expect(found('font', false)).not.toContain('select-next-up')
})
