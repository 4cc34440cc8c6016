import { expect, it } from 'vitest'
import { RAIL } from '#client/editor/shell/EditorOutline.tsx'
import { features } from './registry.ts'

it("the loading screen's rail shows the names and icons of the editor's tools", () => {
  const tools = features.rail.map(({ command }) => features.commands.of(command))
  expect(RAIL).toEqual([features.panels.tabs, tools].map((group) => group.map(({ label, icon }) => [label, icon])))
})
