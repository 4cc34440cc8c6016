import { expect, it } from 'vitest'
import { commandOf } from '../commands/registry.ts'
import { TABS } from '../tabs/tabs.ts'
import { RAIL } from './EditorOutline.tsx'

it("the loading screen's rail has the names and icons of the tools", () => {
  const tools = (['tab.templates', 'erase-object'] as const).map(commandOf)
  expect(RAIL).toEqual([TABS, tools].map((group) => group.map(({ label, icon }) => [label, icon])))
})
