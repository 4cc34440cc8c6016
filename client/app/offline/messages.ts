/** Page to worker: cache the models too. */
export const CACHE_MODELS = 'keep-models'

/** Worker to pages: this revision is cached and active. */
export interface ReleaseCached {
  readonly revision: string
}

/** Returns true for a ReleaseCached message. Messages are untrusted. */
export const isReleaseCached = (message: unknown): message is ReleaseCached =>
  typeof message === 'object' && message !== null && 'revision' in message && typeof message.revision === 'string'
