import { Pipette } from 'lucide-react'
import { createContext, use, useEffect, useRef, useState } from 'react'
import type { Hex } from '../../base/fields.ts'
import { t } from '../../i18n/translate.ts'
import { IconButton } from './IconButton.tsx'

interface Props {
  /** The label of the colour control. */
  label: string
  onPick(color: Hex): void
}

/**
 * The eyedropper of a colour control: after a click on it, the next click on the canvas calls `onPick` with the colour that
 * the photo itself has there, without layers and enhancements, clipped to sRGB. A click beside the photo or on a transparent
 * pixel is ignored; Escape or a second press ends it without a colour. Renders nothing outside of the editor.
 */
export function PickColorButton({ label, onPick }: Props) {
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
      label={t('{label}: pick a colour from the photo', { label })}
      hint={isPicking ? t('Click a colour in the photo') : t('Pick a colour from the photo')}
      isPressed={isPicking}
      onClick={toggle}
    />
  )
}

/** What the open editor gives to every colour control: the colours of its photo, and an eyedropper. */

/** What the open editor offers to colour controls: frequent colours of its photo, and an eyedropper. */
export interface ColorTools {
  /** Frequent colours of the subject and of the background; empty until they are known. */
  subject: readonly Hex[]
  background: readonly Hex[]
  /**
   * Starts the eyedropper: the next click on the picture calls `onPick` with the photo's colour there. `onEnd` is called
   * when it ends, with or without a colour. Returns a function that stops it.
   */
  pick(onPick: (color: Hex) => void, onEnd: () => void): () => void
}

/**
 * The open editor's colour tools; null outside of the editor, where colour controls have neither photo colours nor
 * eyedropper.
 */
export const ColorToolsContext = createContext<ColorTools | null>(null)
