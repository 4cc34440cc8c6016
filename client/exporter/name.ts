/**
 * `photo.jpg` → `photo_1795132800.png` (spec §9): what stands before the last dot, without what a path or a terminal
 * would read as an order; the product's own name when nothing is left. `now` in ms; `extension` without its dot.
 */
export function exportName(original: string | null, brand: string, now: number, extension = 'png'): string {
  const stem = harmless(original?.replace(/\.[^.]*$/, '') ?? '') || harmless(brand.toLowerCase())
  return `${stem}_${Math.floor(now / 1000)}.${extension}`
}

const harmless = (name: string) => name.replace(/[/\\\p{Cc}]/gu, '')
