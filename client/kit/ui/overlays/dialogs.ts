// Decisions from anywhere: a flow asks and awaits the answer; <DialogHost> draws the question.

import { createListeners } from '../../base/listeners.ts'
import { t } from '../../i18n/translate.ts'

export interface Question {
  title: string
  text?: string
  /** The button that says yes. */
  action: string
  /** The button that says no; an alert has none. */
  cancel?: string
  isDanger?: boolean
}

export interface Asked extends Question {
  id: number
  answer(yes: boolean): void
}

export interface Dialogs {
  /** The exact text and one button. Resolves when it was read. */
  alert(text: string): Promise<void>
  /** Resolves to true for the action, false for cancel and Escape. */
  confirm(question: Question): Promise<boolean>
  /** The question to show now, if any; later ones wait their turn. */
  current(): Asked | null
  subscribe(listener: () => void): () => void
}

export function createDialogs(): Dialogs {
  let queue: readonly Asked[] = []
  let nextId = 1
  const listeners = createListeners()
  const change = (next: readonly Asked[]) => {
    queue = next
    listeners.tell()
  }
  const ask = (question: Question) =>
    new Promise<boolean>((resolve) => {
      const id = nextId++
      const answer = (yes: boolean) => {
        resolve(yes)
        change(queue.filter((asked) => asked.id !== id))
      }
      change([...queue, { ...question, id, answer }])
    })
  return {
    alert: async (text) => {
      await ask({ title: text, action: t('OK') })
    },
    confirm: (question) => ask({ cancel: t('Cancel'), ...question }),
    current: () => queue[0] ?? null,
    subscribe: listeners.subscribe,
  }
}
