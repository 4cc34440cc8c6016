import { createListeners } from '../../async/listeners.ts'
import { t } from '../../i18n/translate.ts'

/** A question to the user. Any flow may ask it and await the answer. DialogHost shows it. */
export interface Question {
  title: string
  text?: string
  confirm: string
  /** Label of the canceling button. Absent in alerts. */
  cancel?: string
  isDanger?: boolean
}

export interface Asked extends Question {
  id: number
  answer(yes: boolean): void
}

export type Dialogs = ReturnType<typeof createDialogs>

export function createDialogs() {
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
    /** Shows the text, a detail below it, and one button. Resolves when the user closes the dialog. */
    alert: async (text: string, detail?: string) => {
      await ask({ title: text, ...(detail && { text: detail }), confirm: t('OK') })
    },
    /** Resolves with true for the confirming button, with false for Cancel and Escape. */
    confirm: (question: Question) => ask({ cancel: t('Cancel'), ...question }),
    /** Returns the question to show, or null. Later questions stay in the queue. */
    current: () => queue[0] ?? null,
    subscribe: listeners.subscribe,
  }
}
