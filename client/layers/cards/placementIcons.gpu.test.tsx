import { BringToFront, type LucideIcon, SendToBack } from 'lucide-react'
import { expect, it } from 'vitest'
import { render } from '../../../tests/helpers/render.ts'
import { BehindSubject, InFrontOfSubject } from './placementIcons.ts'

/** Size of the icons on touch screens in CSS px. */
const SIZE = 20

/** Returns the coverage of the icon's pixels, 0..255. */
async function pixelsOf(Icon: LucideIcon): Promise<Uint8ClampedArray> {
  const svg = render(<Icon width={SIZE} height={SIZE} strokeWidth={1.75} color="black" />).querySelector('svg')!
  const image = new Image()
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`
  await image.decode()
  const context = new OffscreenCanvas(SIZE, SIZE).getContext('2d')!
  context.drawImage(image, 0, 0, SIZE, SIZE)
  return context.getImageData(0, 0, SIZE, SIZE).data.filter((_, i) => i % 4 === 3)
}

/** Returns the fraction (0..1) of the painted area where two icons differ. */
async function difference(one: LucideIcon, other: LucideIcon): Promise<number> {
  const [a, b] = [await pixelsOf(one), await pixelsOf(other)]
  const sum = (of: (i: number) => number) => a.reduce((total, _, i) => total + of(i), 0)
  return sum((i) => Math.abs(a[i]! - b[i]!)) / sum((i) => Math.max(a[i]!, b[i]!))
}

it("the icons for behind and in front of the subject differ more from each other than Lucide's icons", async () => {
  const own = await difference(BehindSubject, InFrontOfSubject)
  expect(own).toBeGreaterThan(0.4)
  expect(own).toBeGreaterThan(await difference(SendToBack, BringToFront))
})
