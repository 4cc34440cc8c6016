import { listen } from '#client/kit/async/listeners.ts'
import { isComposing, isMac, isTyping } from '#client/kit/browser/keyboard.ts'
import { keyName } from '../tools/heldKeys.ts'
import { type Command, type CommandContext, runCommand } from './command.ts'

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey'> & {
  altKey?: boolean
  /** The position of the key. Identifies the key if Alt or a non-Latin script changes the typed character in `key`. */
  code?: string
  getModifierState?(name: string): boolean
}

/**
 * Returns the pressed keys in the notation of the command table, for example 'Mod+Shift+Z'. Shift is included only for
 * letters, because for other keys Shift changes the typed character. With AltGr, returns only the typed character. For
 * non-Latin scripts, `keyName` uses the key's position.
 */
export function keysPressed(event: KeyPress, isApple = isMac): string {
  // On many keyboards, the user types [ and ] with AltGr, which browsers report as Ctrl and Alt. On a Mac, the user
  // types them with Option. Firefox reports every Option as AltGr, so AltGr is ignored there.
  const isTyped = isApple ? event.altKey && /^[[\]]$/.test(event.key) : event.getModifierState?.('AltGraph')
  if (isTyped) return keyName({ key: event.key })
  const isMod = event.ctrlKey || event.metaKey
  const isChanged = event.altKey && !/^[a-z]$/i.test(event.key)
  const letter = isChanged ? /^Key([A-Z])$/.exec(event.code ?? '')?.[1] : undefined
  const key = letter ?? keyName(event)
  const isLetter = /^[A-Z]$/.test(key)
  return [isMod && 'Mod', event.altKey && 'Alt', event.shiftKey && isLetter && 'Shift', key].filter(Boolean).join('+')
}

/**
 * Returns true if a key press in a text field runs the command. On a Mac, Ctrl with a letter edits text, for example
 * Ctrl+E moves to the end of the line. Input methods use such keys too.
 */
export const worksInField = (
  event: Pick<KeyboardEvent, 'metaKey' | 'isComposing' | 'keyCode'>,
  command: Command | undefined,
  isApple = isMac,
): boolean => command?.worksWhileTyping === true && (event.metaKey || !isApple) && !isComposing(event)

/**
 * Passes the keys to the active tool. If the tool doesn't handle them, runs the command with this shortcut. Returns
 * false if neither the tool nor a command uses the keys, and true even if the command is disabled.
 */
export function runKeys(keys: string, context: CommandContext, isShift = false): boolean {
  if (context.workspace.tools.key(keys, isShift)) return true
  const command = context.commands.ofKey(keys)
  if (command) runCommand(command, context, isShift)
  return command !== undefined
}

/**
 * Handles key presses in the window as shortcuts. `focusCanvas`: called when the user leaves a text field with Escape.
 * After a shortcut has opened a panel, the focus stays on the canvas, and Tab moves it to the panel's first control.
 * Returns a function that removes the listeners.
 */
export function bindShortcuts(context: CommandContext, focusCanvas: () => void): () => void {
  const { ui } = context.workspace.session
  /** The panel that a shortcut has opened, until the focus moves or the user clicks. */
  let opened: string | null = null
  const forget = () => {
    opened = null
  }
  const onKey = (event: KeyboardEvent) => {
    if (isInOverlay(event.target)) return
    const keys = keysPressed(event)
    const command = context.commands.ofKey(keys)
    const isForField = isTyping(event.target) && !(command?.worksInIdleFields && isIdleField(event.target))
    if (isForField && !worksInField(event, command)) {
      // In a field, Escape moves the focus to the canvas, where all shortcuts work. This also happens if the key press
      // has closed a tooltip.
      if (keys === 'Escape' && !isComposing(event)) focusCanvas()
      return
    }
    // ends the field's edit, like the commands' buttons, which take the focus
    if (isForField && !command?.keepsGesture) commitField(event.target)
    if (event.target === document.body && /^(Shift\+)?\p{L}$/u.test(keys)) {
      // If a text field is open in the panel, letter keys type text even after a click outside the field.
      const words = document.querySelector<HTMLElement>('#tool-panel textarea')
      if (words) return words.focus()
    }
    if (event.defaultPrevented || command?.isNative || isKeyOfControl(event.target, keys)) return
    if (keys === 'Tab' && !event.shiftKey && opened !== null && opened === ui.panel) {
      const first = document.querySelector<HTMLElement>('#tool-panel button')
      first?.focus()
      if (first) event.preventDefault()
      return
    }
    const { panel } = ui
    if (runKeys(keys, context, event.shiftKey)) event.preventDefault()
    if (ui.panel !== panel) opened = ui.panel
  }
  return listen(window, { keydown: onKey, focusin: forget, pointerdown: forget })
}

/** Commits the text of a field. The field keeps the focus if the commit doesn't remove it. */
function commitField(field: EventTarget | null): void {
  if (!(field instanceof HTMLElement)) return
  field.blur()
  field.focus({ preventScroll: true })
}

/**
 * Returns true for a number field whose text the user hasn't changed. Undo is safe there, because no typed text can be
 * lost.
 */
const isIdleField = (target: EventTarget | null) => target instanceof Element && target.matches('[data-committed]')

/** Selector for dialogs that block shortcuts and the clipboard. The tour's card isn't included. */
export const BLOCKING_DIALOG = '[role=dialog]:not([data-tour]),[role=alertdialog]'

const isInOverlay = (target: EventTarget | null) =>
  target instanceof Element && target.closest(`${BLOCKING_DIALOG},[role=menu],[role=listbox]`) !== null

/** Returns true if the focused control handles these keys. */
function isKeyOfControl(target: EventTarget | null, keys: string): boolean {
  if (!(target instanceof Element)) return false
  if (keys === 'Enter') return target.closest('button,a,input,[role=tab]') !== null
  if (/^(Delete|Backspace)/.test(keys)) return target.closest('input') !== null
  if (!/^(Arrow|Page)/.test(keys)) return false
  return target.closest('[role=slider],[role=tab],[role=radio],[role=combobox],input') !== null
}
