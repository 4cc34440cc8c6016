import { type RefObject, useEffect } from 'react'
import { listen, stopAll } from '#client/kit/async/listeners.ts'
import type { CommandContext } from '../commands/command.ts'
import { bindShortcuts } from '../commands/shortcuts.ts'
import { useClipboard } from '../commands/useClipboard.ts'

/** Hook that connects the screen with the shortcuts, the clipboard and the focus of the canvas. */
export function useKeyboard(screen: RefObject<HTMLElement | null>, commands: CommandContext): void {
  useKeepFocus(screen)
  useClipboard(commands.workspace)
  useEffect(
    () => bindShortcuts(commands, () => focusCanvas(screen.current, { focusVisible: false })),
    [screen, commands],
  )
}

/**
 * `focusVisible`: false after Escape in a text layer, where a ring around the whole canvas would look like an error.
 */
function focusCanvas(screen: HTMLElement | null, options: FocusOptions) {
  screen?.querySelector<HTMLElement>('[role=application]')?.focus({ preventScroll: true, ...options })
}

/**
 * Hook that focuses the canvas when the focused element is removed from the page, for instance the button of a deleted
 * layer.
 */
function useKeepFocus(screen: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = screen.current
    if (!element) return
    let last: Element | null = null
    const observer = new MutationObserver(() => {
      if (!last || last.isConnected) return
      const isText = last.matches('textarea') // the text on the photo, which Escape has closed
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
