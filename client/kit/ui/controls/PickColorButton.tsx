import { Pipette } from 'lucide-react'
import { createContext, use, useEffect, useRef, useState } from 'react'
import { t } from '../../i18n/translate.ts'
import type { Hex } from '../../values/fields.ts'
import { IconButton } from './IconButton.tsx'

/**
 * The eyedropper button of a color control. The next click on the canvas calls `onPick` with the photo's color at
 * that point, without layers and enhancements, clipped to sRGB. Ignores clicks outside the photo and on transparent
 * pixels. Escape or a second press of the button stops the eyedropper. Renders nothing outside the editor.
 */
export function PickColorButton({ label, onPick }: { label: string; onPick(color: Hex): void }) {
  const tools = use(ColorToolsContext)
  const [isPicking, setPicking] = useState(false)
  const stop = useRef<(() => void) | null>(null)
  useEffect(() => () => stop.current?.(), [])
  if (!tools) return null
  const toggle = () => {
    if (isPicking) return stop.current?.()
    setPicking(true)
    stop.current = tools.pick(onPick, () => {
      stop.current = null
      setPicking(false)
    })
  }
  return (
    <IconButton
      size="small"
      icon={Pipette}
      label={t('{label}: pick a color from the photo', { label })}
      tooltipSide="top" // a tooltip below would cover the colors
      hint={isPicking ? t('Click a color in the photo') : t('Pick a color from the photo')}
      isPressed={isPicking}
      onClick={toggle}
    />
  )
}

/** The open editor's tools for color controls: frequent colors of the photo, and an eyedropper. */
export interface ColorTools {
  /**
   * Frequent colors of the subject. `background`: frequent colors of the background. Empty until the editor has
   * computed them.
   */
  subject: readonly Hex[]
  background: readonly Hex[]
  /**
   * Starts the eyedropper. The next click on the image calls `onPick` with the photo's color at that point. `onEnd` is
   * called when the eyedropper ends, with or without a color. Returns a function that stops the eyedropper.
   */
  pick(onPick: (color: Hex) => void, onEnd: () => void): () => void
}

/**
 * The open editor's color tools. Null outside the editor, where color controls have no photo colors and no
 * eyedropper.
 */
export const ColorToolsContext = createContext<ColorTools | null>(null)
