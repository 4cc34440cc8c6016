import { listen } from '#client/kit/async/listeners.ts'
import { isTyping } from '#client/kit/browser/keyboard.ts'
import { keyName } from '../tools/heldKeys.ts'
import { type CommandContext, runCommand } from './command.ts'

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey'> & {
  altKey?: boolean
  /** With Alt, and in non-Latin scripts, `key` is the typed character. `code` still identifies the key. */
  code?: string
  getModifierState?(name: string): boolean
}

/**
 * Returns the pressed keys in the notation of the command table, for instance 'Mod+Shift+Z'. Shift is included only for
 * letters, because with other keys Shift changes the typed character. `keyName` names a key of a non-Latin script by
 * its position.
 */
export function keysPressed(event: KeyPress): string {
  // On many keyboards, AltGr types [ and ]. Browsers report AltGr as Ctrl and Alt.
  if (event.getModifierState?.('AltGraph')) return keyName({ key: event.key })
  const isMod = event.ctrlKey || event.metaKey
  const letter = event.altKey ? /^Key([A-Z])$/.exec(event.code ?? '')?.[1] : undefined
  const key = letter ?? keyName(event)
  const isLetter = /^[A-Z]$/.test(key)
  return [isMod && 'Mod', event.altKey && 'Alt', event.shiftKey && isLetter && 'Shift', key].filter(Boolean).join('+')
}

/**
 * Passes the keys to the active tool. If the tool doesn't use them, runs the command with this shortcut. Returns false
 * if neither uses the keys.
 */
export function runKeys(keys: string, context: CommandContext, isShift = false): boolean {
  if (context.workspace.tools.key(keys, isShift)) return true
  const command = context.commands.ofKey(keys)
  if (command) runCommand(command, context, isShift)
  return command !== undefined
}

/**
 * Binds the window's key events to the commands. `focusCanvas` is called when Escape leaves a text field. Returns a
 * function that removes the binding.
 */
export function bindShortcuts(context: CommandContext, focusCanvas: () => void): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (isInOverlay(event.target)) return
    const keys = keysPressed(event)
    const command = context.commands.ofKey(keys)
    const isForField = isTyping(event.target) && !(command?.worksInIdleFields && isIdleField(event.target))
    if (isForField && !command?.worksWhileTyping) {
      // The first Escape moves the focus from a field to the canvas, where all shortcuts work again. The focus moves
      // even when a closing tooltip has handled the key.
      if (keys === 'Escape') focusCanvas()
      return
    }
    if (event.target === document.body && /^(Shift\+)?\p{L}$/u.test(keys)) {
      // After a click outside the open text field, letter keys still type text and aren't shortcuts.
      const words = document.querySelector<HTMLElement>('#tool-panel textarea')
      if (words) return words.focus()
    }
    if (event.defaultPrevented || command?.isNative || isKeyOfControl(event.target, keys)) return
    if (runKeys(keys, context, event.shiftKey)) event.preventDefault()
  }
  return listen(window, { keydown: onKey })
}

/** Returns true for a number field without uncommitted text. Undo doesn't lose any typed text there. */
const isIdleField = (target: EventTarget | null) => target instanceof Element && target.matches('[data-committed]')

/** Selector of the dialogs that block shortcuts and the clipboard. The tour's card doesn't block them. */
export const BLOCKING_DIALOG = '[role=dialog]:not([data-tour]),[role=alertdialog]'

const isInOverlay = (target: EventTarget | null) =>
  target instanceof Element && target.closest(`${BLOCKING_DIALOG},[role=menu],[role=listbox]`) !== null

/** Returns true when the focused control handles the keys. */
function isKeyOfControl(target: EventTarget | null, keys: string): boolean {
  if (!(target instanceof Element)) return false
  if (keys === 'Enter') return target.closest('button,a,input,[role=tab]') !== null
  if (/^(Delete|Backspace)/.test(keys)) return target.closest('input') !== null
  if (!/^(Arrow|Page)/.test(keys)) return false
  return target.closest('[role=slider],[role=tab],[role=radio],[role=combobox],input') !== null
}
