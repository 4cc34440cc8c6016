import { REVISION_META } from '#server/contract/offline.ts'

/** Which build this page is of; null where it was not built, in development. */
export const buildRevision = (): string | null =>
  document.querySelector<HTMLMetaElement>(`meta[name=${REVISION_META}]`)?.content ?? null
