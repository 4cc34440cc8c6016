import { expect, it } from 'vitest'
import { RAIL } from '#client/editor/shell/EditorOutline.tsx'
import { features } from './registry.ts'

it("the loading screen's rail has the names and icons of the tools", () => {
  const tools = (['tab.templates', 'erase-object'] as const).map(features.commands.of)
  expect(RAIL).toEqual([features.panels.tabs, tools].map((group) => group.map(({ label, icon }) => [label, icon])))
})
