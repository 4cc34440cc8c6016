import { type ReactNode, useMemo } from 'react'
import { ref } from 'valtio/vanilla'
import { type ColorTools, ColorToolsContext } from '../../kit/ui/controls/PickColorButton.tsx'
import { usePhotoColors } from '../../layers/shared/usePhotoColors.ts'
import { useSession } from '../../model/session/session.ts'
import type { ColorPick } from '../../model/session/ui/ui.ts'

/** Provides the photo's colours and the eyedropper of the canvas to the colour controls inside. */
export function ColorToolsProvider({ children }: { children: ReactNode }) {
  const { ui } = useSession()
  const colors = usePhotoColors()
  const tools = useMemo<ColorTools>(
    () => ({
      ...colors,
      pick(onPick, onEnd) {
        ui.colorPick?.onEnd() // the newest request wins
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
