/** Flows that replace each other: the newest wins, the one before is aborted and leaves no trace. */

import { t } from '../../kit/i18n/translate.ts'
import type { Session } from '../../model/session/session.ts'
import { UNEXPECTED } from './messages.ts'
import type { Announcer } from './status.ts'

export interface Newest {
  /** Never rejects: what the story throws is logged and told in a toast (spec §8). */
  run(story: (signal: AbortSignal) => Promise<void>): Promise<void>
  cancel(): void
}

/** `onEnd` is called when the newest story has ended, not when it was replaced. */
export function createNewest(deps: { session: Session; announcer: Announcer }, onEnd: () => void): Newest {
  let current: AbortController | null = null
  return {
    async run(story) {
      current?.abort()
      const mine = new AbortController()
      current = mine
      try {
        await story(mine.signal)
      } catch (error) {
        if (mine.signal.aborted) return
        console.error(error)
        deps.announcer.clear()
        deps.session.notices.toast({
          title: t(UNEXPECTED.title),
          description: error instanceof Error && error.message ? error.message : t(UNEXPECTED.description),
          isDestructive: true,
        })
      } finally {
        if (current === mine) {
          current = null
          onEnd()
        }
      }
    },
    cancel: () => current?.abort(),
  }
}
