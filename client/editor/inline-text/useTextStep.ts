import { useEffect, useRef } from 'react'
import type { TextLayer } from '../../layers/text/schema.ts'
import { textFields } from '../../layers/text/schema.ts'
import type { Gesture } from '../../model/history/history.ts'
import { useSession } from '../../model/session/SessionContext.tsx'

/** All that is typed from first to last is one step of history; what is put back leaves none. */
export function useTextStep(layer: TextLayer) {
  const { history } = useSession()
  const first = useRef(layer.text)
  const gesture = useRef<Gesture | null>(null)
  const { label } = textFields.text
  useEffect(() => () => gesture.current?.commit(), [])
  return {
    write(text: string) {
      // Somebody else's step has ended the gesture: what follows is another one.
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
