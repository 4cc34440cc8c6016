/** A question that is asked once for all photos. */
export interface Consent {
  /** Resolves with the user's answer. After the first question the answer is remembered. */
  ask(): Promise<boolean>
  /** After a no, lets the next `ask` ask again. */
  reconsider(): void
}

/** Creates a question. `ask` shows it to the user. */
export function createConsent(ask: () => Promise<boolean>): Consent {
  let answer: Promise<boolean> | null = null
  let isRefused = false
  return {
    ask() {
      answer ??= ask().then((isGiven) => {
        isRefused = !isGiven
        return isGiven
      })
      return answer
    },
    reconsider() {
      if (isRefused) answer = null
      isRefused = false
    },
  }
}
