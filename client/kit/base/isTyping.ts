/** Inputs that take no text. */
const TEXTLESS = ['range', 'checkbox', 'radio', 'button', 'color']

/** Returns true when `target` is a text field, select or editable element, so that shortcuts leave its keys alone. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true
  return target instanceof HTMLInputElement && !TEXTLESS.includes(target.type)
}
