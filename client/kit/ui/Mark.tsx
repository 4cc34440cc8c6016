/** The product's mark: a band that passes behind a figure. The same file is the site's icon. */
export function Mark({ size = 24 }: { size?: number }) {
  return <img src="/favicon.svg" width={size} height={size} alt="" />
}
