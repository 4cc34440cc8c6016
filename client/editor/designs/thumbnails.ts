const pictures = import.meta.glob<string>('./thumbnails/*.webp', { query: '?url', import: 'default', eager: true })

/** Returns the URL of a design's thumbnail, which the product itself has painted (`npm run shots -- designs`). */
export const thumbnailOf = (id: string): string | undefined => pictures[`./thumbnails/${id}.webp`]
