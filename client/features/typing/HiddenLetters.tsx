import { type ComponentProps, type CSSProperties, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { useSnapshot } from 'valtio'
import { hidesSelection, isSelectionFaint } from '#client/editor/workspace/view.ts'
import { useWorkspace } from '#client/editor/workspace/WorkspaceContext.tsx'
import { loadedFonts, onFontLoaded } from '#client/kit/fonts/load.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { isMostlyHidden } from '#client/layers/occlusion/occlusion.ts'
import { kindOf } from '#client/layers/registry.ts'
import { textBehind } from '#client/layers/text/bestPlace.ts'
import { sidesOf } from '#client/layers/text/paint/halves.ts'
import type { TextLayer } from '#client/layers/text/schema.ts'
import { wordsOf } from '#client/layers/text/textSize.ts'
import { useDocument } from '#client/model/session/session.ts'
import { changeableSelection } from '#client/model/session/ui/subject.ts'
import type { Ui } from '#client/model/session/ui/ui.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import styles from './InlineTextField.module.css'
import { lettersStyle } from './lettersStyle.ts'

/** After this delay, the faint copy of the text fades out. `duration`: duration of the fade. Both in ms. */
const FADE = { delay: 1000, duration: 200 }

/**
 * A faint copy of the selected text, shown over the subject while the subject hides most of the text. After each change
 * of the text, the copy is shown and then fades out. The copy is an HTML element, so exported files don't contain it.
 * Curved and 3D text has no copy, because CSS can't draw it.
 */
export function HiddenLetters() {
  const { session, panels, viewport } = useWorkspace()
  const ui = useSnapshot(session.ui) as Ui
  const doc = useDocument()
  const view = useSyncExternalStore(viewport.subscribe, viewport.get)
  useSyncExternalStore(onFontLoaded, loadedFonts)
  const layer = textBehind(doc, changeableSelection(ui))
  const matte = layer && matteOf(doc, session.assets)
  if (!matte || layer.isHidden || layer.curve !== 0 || layer.threeDEffect.enabled) return null
  if (ui.typing || hidesSelection(ui, session.viewOf(ui.panel)) || isSelectionFaint(ui, panels)) return null
  if (!isMostlyHidden(layer, kindOf('text'), doc, matte)) return null
  return <FadingLetters layer={layer} style={lettersStyle(layer, doc, view)} />
}

function FadingLetters({ layer, style }: { layer: Immutable<TextLayer>; style: CSSProperties }) {
  const letters = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    // restarts the fade after each change to the layer
    const fading = letters.current?.animate({ opacity: [layer.opacity / 100, 0] }, { ...FADE, fill: 'forwards' })
    return () => fading?.cancel()
  }, [layer])
  return <FaintLetters ref={letters} layer={layer} data-ghost style={{ ...style, opacity: layer.opacity / 100 }} />
}

/**
 * A faint copy of the letters behind the subject. Letters in front of the subject are invisible in this copy, because
 * it would cover them.
 */
export function FaintLetters({ layer, ...rest }: { layer: Immutable<TextLayer> } & ComponentProps<'span'>) {
  return (
    <span className={styles.words} data-behind aria-hidden {...rest}>
      {sidesOf(layer, wordsOf(layer)).map(({ text, start, isFront }) => (
        <span key={start} data-front={isFront || undefined}>
          {text}
        </span>
      ))}
    </span>
  )
}
