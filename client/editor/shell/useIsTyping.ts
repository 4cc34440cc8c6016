import { useEffect, useState } from 'react'
import { isTyping } from '../../kit/base/keyboard.ts'

/** Hook that returns whether a text field has the focus. */
export function useIsTyping(): boolean {
  const [is, setIs] = useState(() => isTyping(document.activeElement))
  useEffect(() => {
    const gained = ({ target }: FocusEvent) => setIs(isTyping(target))
    const lost = ({ relatedTarget }: FocusEvent) => setIs(isTyping(relatedTarget))
    document.addEventListener('focusin', gained)
    document.addEventListener('focusout', lost)
    return () => {
      document.removeEventListener('focusin', gained)
      document.removeEventListener('focusout', lost)
    }
  }, [])
  return is
}
