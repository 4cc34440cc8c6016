import { createListeners } from '../../base/listeners.ts'
import { t } from '../../i18n/translate.ts'

/** A question to the user. Any flow may ask a question and await the answer. DialogHost shows the question. */
export interface Question {
  title: string
  text?: string
  /** Label of the confirming button. */
  confirm: string
  /** Label of the cancelling button. Alerts have none. */
  cancel?: string
  isDanger?: boolean
}

/** A question in the queue, with the function that answers it. */
export interface Asked extends Question {
  id: number
  answer(yes: boolean): void
}

/** The queue of questions to the user. */
export interface Dialogs {
  /** Shows the text with one button. Resolves when the user closes the dialog. */
  alert(text: string): Promise<void>
  /** Resolves with true for the confirming button, with false for Cancel and Escape. */
  confirm(question: Question): Promise<boolean>
  /** Returns the question to show, or null. Later questions wait in the queue. */
  current(): Asked | null
  subscribe(listener: () => void): () => void
}

/** Creates an empty queue of questions. */
export function createDialogs(): Dialogs {
  let queue: readonly Asked[] = []
  let nextId = 1
  const listeners = createListeners()
  const change = (next: readonly Asked[]) => {
    queue = next
    listeners.emit()
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
      await ask({ title: text, confirm: t('OK') })
    },
    confirm: (question) => ask({ cancel: t('Cancel'), ...question }),
    current: () => queue[0] ?? null,
    subscribe: listeners.subscribe,
  }
}
