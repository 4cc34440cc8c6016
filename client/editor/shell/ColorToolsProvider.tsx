import { type ReactNode, useMemo } from 'react'
import { ref } from 'valtio/vanilla'
import { type ColorTools, ColorToolsContext } from '#client/kit/ui/controls/PickColorButton.tsx'
import { usePhotoColors } from '#client/layers/colors/usePhotoColors.ts'
import { useSession } from '#client/model/session/session.ts'
import type { ColorPick } from '#client/model/session/ui/ui.ts'

/** Provides the photo's colors and the eyedropper to the color controls in `children`. */
export function ColorToolsProvider({ children }: { children: ReactNode }) {
  const { ui } = useSession()
  const colors = usePhotoColors()
  const tools = useMemo<ColorTools>(
    () => ({
      ...colors,
      pick(onPick, onEnd) {
        ui.colorPick?.onEnd() // ends the previous request
        const pick: ColorPick = ref({ onPick, onEnd })
        ui.colorPick = pick
        return () => {
          if (ui.colorPick !== pick) return
          ui.colorPick = null
          onEnd()
        }
      },
    }),
    [ui, colors],
  )
  return <ColorToolsContext value={tools}>{children}</ColorToolsContext>
}
