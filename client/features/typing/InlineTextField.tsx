import {
  type KeyboardEvent,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useSnapshot } from 'valtio'
import { useCommands } from '#client/editor/commands/CommandButton.tsx'
import { keysPressed, worksInField } from '#client/editor/commands/shortcuts.ts'
import { useWorkspace } from '#client/editor/workspace/WorkspaceContext.tsx'
import { listen } from '#client/kit/async/listeners.ts'
import { isComposing } from '#client/kit/browser/keyboard.ts'
import { loadedFonts, onFontLoaded } from '#client/kit/fonts/load.ts'
import { t } from '#client/kit/i18n/translate.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { useLayer } from '#client/layers/cards/useLayer.ts'
import { useLimitedText } from '#client/layers/controls/useLimitedText.ts'
import { textBehind } from '#client/layers/text/bestPlace.ts'
import { tonesOf } from '#client/layers/text/contrast.ts'
import { capitalsLanguage, type ShownText, type TextLayer, textFields } from '#client/layers/text/schema.ts'
import { faceOf, wordsOf } from '#client/layers/text/textSize.ts'
import { startTyping, typingEnd } from '#client/layers/text/typing.ts'
import type { Gesture } from '#client/model/history/history.ts'
import { snapshotOf, useSession } from '#client/model/session/session.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { FaintLetters, HiddenLetters } from './HiddenLetters.tsx'
import styles from './InlineTextField.module.css'
import { lettersStyle } from './lettersStyle.ts'
import { TypingSteps } from './TypingSteps.ts'
import { editWords, moveOffset, type WrappedWords, wrapWords } from './wrappedWords.ts'

/**
 * The text field on the canvas, the faint copy of hidden letters, and a live region that announces the end of editing.
 */
export function InlineTextEditor() {
  const { session } = useWorkspace()
  const { typing } = useSnapshot(session.ui)
  const [said, say] = useState('')
  return (
    <>
      <HiddenLetters />
      {typing && <Typing key={typing} id={typing} say={say} />}
      <span className="unseen" aria-live="polite">
        {typing ? '' : said}
      </span>
    </>
  )
}

function Typing({ id, say }: { id: LayerId; say(words: string): void }) {
  const { session } = useWorkspace()
  const layer = useLayer('text', id)
  if (!layer) return null
  return (
    <InlineTextField
      layer={layer}
      onEnd={() => {
        say(t('Text saved'))
        session.ui.typing = null
      }}
    />
  )
}

interface Props {
  /** The layer in the document (a valtio proxy), not a snapshot. */
  layer: TextLayer
  onEnd(): void
}

/**
 * A text field over a text layer. The stage paints the letters, and the field shows the caret and the selection.
 * Letters behind the subject are shown faintly.
 */
function InlineTextField({ layer, onEnd }: Props) {
  const { session, viewport } = useWorkspace()
  const { commands } = useCommands()
  const words = useSnapshot(layer, { sync: true }) as Immutable<TextLayer>
  const view = useSyncExternalStore(viewport.subscribe, viewport.get)
  useSyncExternalStore(onFontLoaded, loadedFonts)
  const area = useRef<HTMLTextAreaElement>(null)
  const flat = { ...words, curve: 0 }
  const write = useTextStep(layer)
  const { shown, edit, move, onComposition } = useWrappedWords(area, flat, write)
  const { error, onChange } = useLimitedText(textFields.text, edit)
  const hint = useId()
  const [isWhole, setWhole] = useState(true)
  useFlat(layer)
  // fits the text into the image again when the font changes
  useOnChange(faceOf(words).family, () => write(words.text))
  useEffect(() => {
    area.current?.focus({ preventScroll: true })
    area.current?.select()
  }, [])
  useStill(area)

  function handleKeyDown(event: KeyboardEvent) {
    if (worksInField(event.nativeEvent, commands.ofKey(keysPressed(event.nativeEvent)))) return onEnd()
    event.stopPropagation() // prevents other shortcuts while the user types
    if (isComposing(event.nativeEvent)) return
    const direction = historyKey(event)
    if (direction) {
      event.preventDefault()
      move(direction)
    }
    if (event.key !== 'Escape' && !(event.key === 'Enter' && (event.ctrlKey || event.metaKey))) return
    event.preventDefault()
    onEnd()
  }

  const style = lettersStyle(flat, snapshotOf(session), view)
  return (
    <>
      {textBehind(snapshotOf(session), [words.id]) && <FaintLetters layer={flat} style={style} />}
      <textarea
        ref={area}
        className={styles.words}
        data-whole={isWhole || undefined}
        style={style}
        wrap="off"
        lang={words.isUpperCase ? capitalsLanguage(words.text) : undefined}
        spellCheck={false}
        aria-label={t('Text on the photo')}
        aria-describedby={hint}
        value={shown}
        onChange={onChange}
        onCompositionStart={onComposition}
        onCompositionEnd={onComposition}
        onKeyDown={handleKeyDown}
        onSelect={({ currentTarget: { selectionStart, selectionEnd, value } }) =>
          setWhole(selectionEnd - selectionStart === value.length)
        }
        onBlur={({ currentTarget }) => {
          // If the whole window loses the focus, the field is still the active element, and editing continues.
          if (document.activeElement !== currentTarget) onEnd()
        }}
        onDoubleClick={stopPropagation}
        onContextMenu={stopPropagation}
        onPointerDown={stopPropagation}
      />
      <span id={hint} className="unseen">
        {t('Press Escape or click outside to save.')}
      </span>
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </>
  )
}

/** Returns whether a key press means undo or redo. Null for other keys. */
function historyKey({ nativeEvent }: KeyboardEvent): 'undo' | 'redo' | null {
  const keys = keysPressed(nativeEvent)
  if (keys === 'Mod+Z') return 'undo'
  return keys === 'Mod+Shift+Z' || keys === 'Mod+Y' ? 'redo' : null
}

/** Prevents events in the field from reaching the canvas and its context menu. */
const stopPropagation = (event: SyntheticEvent) => event.stopPropagation()

/** Hook that calls `act` after each render where `value` has changed. */
function useOnChange(value: string, act: () => void) {
  const last = useRef(value)
  useEffect(() => {
    if (last.current === value) return
    last.current = value
    act()
  })
}

/** Hook that shows text without its curve, and 3D text from the front, while the user edits it. */
function useFlat(layer: TextLayer) {
  const { session } = useWorkspace()
  useEffect(() => {
    const { ui } = session
    const { id, threeDEffect, curve } = layer
    const patch: Partial<ShownText> = { curve: 0, isFlat: true }
    if (threeDEffect.enabled || curve !== 0) ui.hover = { layer: id, patch }
    return () => {
      ui.hover = null
    }
  }, [session, layer])
}

/**
 * Hook that returns the text with the line breaks of the text box, and functions that write the edited text and that
 * undo and redo typing. When lines break elsewhere, the caret stays at its letter. During the composition of an input
 * method, the lines don't change, because setting the value would end the composition.
 */
function useWrappedWords(
  area: RefObject<HTMLTextAreaElement | null>,
  layer: Immutable<TextLayer>,
  write: (text: string) => void,
) {
  const [composed, setComposed] = useState<WrappedWords | null>(null)
  const edited = useRef<(WrappedWords & { caret: number }) | null>(null)
  const [steps] = useState(() => new TypingSteps())
  /** The text before the composition started. A composition is one undo step. */
  const uncomposed = useRef('')
  const laidOut = wrapWords(layer.text, wordsOf(layer))
  const current = composed ?? laidOut
  useLayoutEffect(() => {
    const [element, from] = [area.current, edited.current]
    edited.current = null
    if (!element || !from || from.text !== current.text) return
    const caret = moveOffset(from.caret, from, current)
    if (element.selectionStart !== caret) element.setSelectionRange(caret, caret)
  })
  const move = (direction: 'undo' | 'redo') => {
    const to = steps[direction](current.text)
    if (!to) return
    edited.current = { ...to, shown: to.text, added: [] }
    write(to.text)
  }
  useEffect(() => {
    const element = area.current
    if (!element) return
    // The context menu and gestures can trigger undo without a key press.
    return listen(element, {
      beforeinput(event: InputEvent) {
        const { inputType } = event
        if (inputType !== 'historyUndo' && inputType !== 'historyRedo') return
        event.preventDefault()
        move(inputType === 'historyUndo' ? 'undo' : 'redo')
      },
    })
  })
  return {
    shown: current.shown,
    edit(value: string) {
      const next = editWords(current, value)
      edited.current = { ...next, caret: area.current?.selectionStart ?? value.length }
      if (composed) setComposed(next)
      else steps.record(current.text, next.text)
      write(next.text)
    },
    move,
    onComposition({ type }: SyntheticEvent) {
      if (composed) {
        edited.current = { ...composed, caret: area.current?.selectionStart ?? 0 }
        steps.record(uncomposed.current, composed.text)
      } else uncomposed.current = current.text
      setComposed(type === 'compositionstart' ? current : null)
    },
  }
}

/**
 * Hook that prevents the field from scrolling. Browsers scroll to the caret before the field has grown to fit the text.
 */
function useStill(area: RefObject<HTMLTextAreaElement | null>) {
  useLayoutEffect(() => {
    const element = area.current
    if (!element) return
    const still = () => element.scrollTo(0, 0)
    still()
    return listen(element, { scroll: still })
  })
}

/**
 * Hook that returns a function that writes the text with `startTyping`. All writes until the field closes are one undo
 * step.
 */
function useTextStep(layer: TextLayer) {
  const session = useSession()
  const { history } = session
  const gesture = useRef<Gesture | null>(null)
  const [{ type, end }] = useState(() => {
    const now = () => snapshotOf(session)
    const { assets } = session
    return startTyping(layer, now, matteOf(now(), assets), typingEnd(session, layer), tonesOf(now(), assets))
  })
  useEffect(
    () => () => {
      end()
      gesture.current?.commit()
    },
    [end],
  )
  return (text: string) => {
    // if another edit has closed the gesture, begins a new gesture
    if (!gesture.current?.isOpen) gesture.current = history.begin(textFields.text.label)
    type(text)
  }
}
