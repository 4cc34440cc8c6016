import { useEffect, useRef } from 'react'
import type { TextLayer } from '../../layers/text/schema.ts'
import { textFields } from '../../layers/text/schema.ts'
import type { Gesture } from '../../model/history/history.ts'
import { useSession } from '../../model/session/SessionContext.tsx'

/**
 * Hook for the text of one editing session: `write` sets the text, all changes form one undo step; `putBack` restores
 * the text from the start without a step.
 */
export function useTextStep(layer: TextLayer) {
  const { history } = useSession()
  const first = useRef(layer.text)
  const gesture = useRef<Gesture | null>(null)
  const { label } = textFields.text
  useEffect(() => () => gesture.current?.commit(), [])
  return {
    write(text: string) {
      // Another edit has ended the gesture, so a new one begins.
      if (!gesture.current?.isOpen) gesture.current = history.begin(label)
      layer.text = text
    },
    putBack() {
      gesture.current?.cancel()
      if (layer.text !== first.current)
        history.transact(label, () => {
          layer.text = first.current
        })
    },
  }
}
