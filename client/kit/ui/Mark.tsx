/**
 * The product's logo as an image of `size` CSS px: a band that passes behind a figure. The favicon uses the same file.
 */
export function Mark({ size = 24 }: { size?: number }) {
  return <img src="/favicon.svg" width={size} height={size} alt="" />
}
