import { type RefObject, useEffect } from 'react'
import { listen, stopAll } from '#client/kit/async/listeners.ts'
import type { CommandContext } from '../commands/command.ts'
import { bindShortcuts } from '../commands/shortcuts.ts'
import { useClipboard } from '../commands/useClipboard.ts'

/** Hook that connects the screen to shortcuts, clipboard and the canvas's focus. */
export function useKeyboard(screen: RefObject<HTMLElement | null>, commands: CommandContext): void {
  useKeepFocus(screen)
  useClipboard(commands.workspace)
  useEffect(
    () => bindShortcuts(commands, () => focusCanvas(screen.current, { focusVisible: false })),
    [screen, commands],
  )
}

/**
 * Focuses the canvas. `focusVisible` is false after Escape in a text layer, because a focus ring around the canvas
 * would look like an error.
 */
function focusCanvas(screen: HTMLElement | null, options: FocusOptions) {
  screen?.querySelector<HTMLElement>('[role=application]')?.focus({ preventScroll: true, ...options })
}

/** Hook that focuses the canvas if the focused element is removed, for example the button of a deleted layer. */
function useKeepFocus(screen: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = screen.current
    if (!element) return
    let last: Element | null = null
    const observer = new MutationObserver(() => {
      if (!last || last.isConnected) return
      const isText = last.matches('textarea') // the text field on the canvas, which Escape has closed
      last = null
      if (document.activeElement !== document.body) return
      focusCanvas(element, isText ? { focusVisible: false } : {})
    })
    observer.observe(element, { childList: true, subtree: true })
    const remember = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : null
    }
    return stopAll([listen(element, { focusin: remember }), () => observer.disconnect()])
  }, [screen])
}
