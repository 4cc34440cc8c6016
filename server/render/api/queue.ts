/** Whose turn it is: a bounded queue before a few slots, first come first served, in which no token takes all places. */

/** The sizes of a queue. */
export interface QueueLimits {
  /** Number of slots: so many places have their turn at the same time, each in a slot of its own (a browser). */
  readonly slots: number
  /** Number of further places, for those that wait. */
  readonly waiting: number
  /** Maximum number of places of one token, waiting or not. */
  readonly perToken: number
}

/** A place in the queue, held by one request until it leaves. */
export interface Place {
  /**
   * Resolves with the number of a slot that nobody else has, from 0, once it is this place's turn.
   * @throws the signal's reason when it is aborted before
   */
  turn(signal: AbortSignal): Promise<number>
  /** Gives the slot back, for the next one's turn, and keeps the place. */
  endTurn(): void
  /** Gives the place back, and the slot if it has one. May be called twice. */
  leave(): void
}

/**
 * A bounded queue, first come first served. Each request takes a place; the places in front have their turn, one per slot.
 */
export interface Queue {
  /** Takes a place for a token, before the request is read. Without a free place, returns the limit that is reached. */
  enter(token: string): Place | 'queue-full' | 'token-full'
  /** Number of places that are taken. */
  readonly size: number
}

interface Waiter {
  readonly give: (slot: number) => void
}

/** Creates an empty queue. */
export function createQueue({ slots, waiting, perToken }: QueueLimits): Queue {
  const free = Array.from({ length: slots }, (_, slot) => slot)
  const waiters: Waiter[] = []
  const placesOf = new Map<string, number>()
  let size = 0

  const giveBack = (slot: number) => {
    const next = waiters.shift()
    if (next) next.give(slot)
    else free.push(slot)
  }
  return {
    get size() {
      return size
    },
    enter(token) {
      const own = placesOf.get(token) ?? 0
      if (own >= perToken) return 'token-full'
      if (size >= slots + waiting) return 'queue-full'
      placesOf.set(token, own + 1)
      size += 1
      let hasLeft = false
      let slot: number | null = null
      const endTurn = () => {
        const given = slot
        slot = null
        if (given !== null) giveBack(given)
      }
      return {
        endTurn,
        turn: (signal) =>
          new Promise((resolve, reject) => {
            if (signal.aborted) return reject(signal.reason)
            const give = (given: number) => {
              signal.removeEventListener('abort', abort)
              slot = given
              resolve(given)
            }
            const waiter = { give }
            const abort = () => {
              waiters.splice(waiters.indexOf(waiter), 1)
              reject(signal.reason)
            }
            signal.addEventListener('abort', abort, { once: true })
            waiters.push(waiter)
            const first = free.shift()
            if (first !== undefined) waiters.shift()?.give(first)
          }),
        leave() {
          if (hasLeft) return
          hasLeft = true
          size -= 1
          const left = (placesOf.get(token) ?? 1) - 1
          if (left === 0) placesOf.delete(token)
          else placesOf.set(token, left)
          endTurn()
        },
      }
    },
  }
}
