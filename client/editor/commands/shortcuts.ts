/** Finds the command of a key press and runs it. */
import { isTyping } from '../../kit/base/isTyping.ts'
import { keyName } from '../canvas/heldKeys.ts'
import { type CommandContext, type Press, runCommand } from './command.ts'
import { commandOfKey } from './registry.ts'

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey'> & {
  altKey?: boolean
  /** With Alt `key` is the character that it writes; `code` still names the key. */
  code?: string
  getModifierState?(name: string): boolean
}

/** The pressed keys as the table writes them. Shift counts only where the key itself does not say it. */
export function keysPressed(event: KeyPress): string {
  // AltGr writes [ and ] on many keyboards, and browsers report it as Ctrl and Alt.
  if (event.getModifierState?.('AltGraph')) return keyName(event.key)
  const isMod = event.ctrlKey || event.metaKey
  const letter = event.altKey ? /^Key([A-Z])$/.exec(event.code ?? '')?.[1] : undefined
  const key = letter ?? keyName(event.key)
  const isLetter = /^[A-Z]$/.test(key)
  return [isMod && 'Mod', event.altKey && 'Alt', event.shiftKey && isLetter && 'Shift', key].filter(Boolean).join('+')
}

/** Gives the keys to the active tool, else to the command that has them. False when neither takes them. */
export function runKeys(keys: string, context: CommandContext, press: Press): boolean {
  if (context.workspace.tools.key(keys, press.isShift)) return true
  const command = commandOfKey(keys)
  if (!command) return false
  runCommand(command, context, press)
  return true
}

/** Binds the window's keys to the commands. `focusCanvas`: Escape leaves a text field for the canvas. */
export function bindShortcuts(context: CommandContext, focusCanvas: () => void): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (isInOverlay(event.target)) return
    const keys = keysPressed(event)
    const command = commandOfKey(keys)
    const isForField = isTyping(event.target) && !(command?.worksInIdleFields && isIdleField(event.target))
    if (isForField && !command?.worksWhileTyping) {
      // The first Escape leaves the field for the canvas, where the next ones and all other keys work again;
      // also where a tooltip that is just fading out has taken it.
      if (keys === 'Escape') focusCanvas()
      return
    }
    if (event.defaultPrevented || command?.isNative || isKeyOfControl(event.target, keys)) return
    if (runKeys(keys, context, { isShift: event.shiftKey })) event.preventDefault()
  }
  window.addEventListener('keydown', onKey)
  return () => window.removeEventListener('keydown', onKey)
}

/** A number field whose text is committed: an undo there takes nothing typed back. */
const isIdleField = (target: EventTarget | null) => target instanceof Element && target.matches('[data-committed]')

const isInOverlay = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role=dialog],[role=alertdialog],[role=menu],[role=listbox]') !== null

/** Whether the control that has the focus uses the keys itself. */
function isKeyOfControl(target: EventTarget | null, keys: string): boolean {
  if (!(target instanceof Element)) return false
  if (keys === 'Enter') return target.closest('button,a,input,[role=tab]') !== null
  if (/^(Delete|Backspace)/.test(keys)) return target.closest('input') !== null
  if (!/^(Arrow|Page)/.test(keys)) return false
  return target.closest('[role=slider],[role=tab],[role=radio],[role=combobox],input') !== null
}
