import { encode } from 'uqr'

interface Props {
  /** What a camera reads. */
  text: string
  /** Accessible name. */
  label: string
  className?: string | undefined
}

/** Light modules around the code that a camera needs (ISO/IEC 18004 asks for four). */
const QUIET_ZONE = 4

/** A QR code, black on white in every theme. */
export function QrCode({ text, label, className }: Props) {
  const { data, size } = encode(text, { border: QUIET_ZONE })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      className={className}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </svg>
  )
}
