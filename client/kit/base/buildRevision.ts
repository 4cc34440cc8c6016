import { REVISION_META } from '#server/contract/offline.ts'

/** Returns the revision of the build that this page belongs to, from a meta element; null in development. */
export const buildRevision = (): string | null =>
  document.querySelector<HTMLMetaElement>(`meta[name=${REVISION_META}]`)?.content ?? null
