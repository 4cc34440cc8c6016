/** What page and service worker tell each other. */

/** Page to worker: keep the models too. */
export const KEEP_MODELS = 'keep-models'

/** Worker to pages: this revision is kept and serves from now on. */
export interface Arrived {
  readonly revision: string
}

export const isArrived = (message: unknown): message is Arrived =>
  typeof message === 'object' && message !== null && 'revision' in message && typeof message.revision === 'string'
