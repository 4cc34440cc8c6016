/** Tools that the user switches on with a button in a panel. Pressing Escape or closing the panel switches them off. */
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import type { Point } from '#client/kit/geometry/geometry.ts'
import { useSession } from '#client/model/session/session.ts'
import { createPressTool } from './pressTools.ts'
import type { ToolContext, ToolEntry } from './tool.ts'

/**
 * Returns a tool that is on while `ui.switchedOn` equals `id`. `onPress` is called with the pressed position (document
 * px). Escape switches the tool off.
 */
export const switchedTool = (id: string, onPress: (context: ToolContext, at: Point) => void): ToolEntry => ({
  isOn: ({ switchedOn }) => switchedOn === id,
  create(context) {
    const end = () => {
      context.session.ui.switchedOn = null
    }
    return createPressTool(context, (at) => onPress(context, at), end)
  },
})

/**
 * Hook for a tool's button. Returns whether the tool is on, and a function that toggles the tool. Unmounting the button
 * switches the tool off.
 */
export function useSwitchedTool(id: string): [isOn: boolean, toggle: () => void] {
  const { ui } = useSession()
  const { switchedOn } = useSnapshot(ui)
  const isOn = switchedOn === id
  useEffect(
    () => () => {
      if (ui.switchedOn === id) ui.switchedOn = null
    },
    [ui, id],
  )
  const toggle = () => {
    ui.switchedOn = isOn ? null : id
  }
  return [isOn, toggle]
}
