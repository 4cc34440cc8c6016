import { REVISION_META } from '#server/contract/offline.ts'

/** The revision of the build that this page belongs to; null in development. */
export const buildRevision = (): string | null =>
  document.querySelector<HTMLMetaElement>(`meta[name=${REVISION_META}]`)?.content ?? null
