import type { SVGProps } from 'react'
import styles from './Scene.module.css'
import { landPath, midpointDisplacement, randomFrom, round } from './shapes.ts'

const HORIZON = 560
/** Center of the sun, scene px. The sun is in the middle of the word's second O. */
const SUN = { x: 1162, y: 440 }

/** The part of the scene behind the word: sky, sun and distant islands. */
export function Backdrop() {
  return (
    <svg className={styles.plane} viewBox="0 0 1600 800" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <defs>
        <Gradient id="sky" x2="0" y2="1" at={[0, 0.3, 0.52, 0.7]} colors={['sky1', 'sky2', 'sky3', 'sky4']} />
        <Gradient id="glow" isRadial at={[0, 0.16, 0.5, 1]} colors={['glow']} opacities={[0.95, 0.55, 0.16, 0]} />
        {/* A filter element, because WebKit ignores CSS filter functions inside an SVG. */}
        <filter id="cloud-edge" y="-1" height="3" colorInterpolationFilters="sRGB">
          <feGaussianBlur stdDeviation="3" />
        </filter>
      </defs>
      <rect x="-60" y="-60" width="1720" height="920" fill="url(#sky)" />
      <g className={styles.stars}>
        {STARS.map(({ x, y, r, opacity }) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r={r} opacity={opacity} />
        ))}
      </g>
      {CLOUDS.map(({ x, y, rx, ry, opacity }) => (
        <ellipse
          key={x}
          className={styles.cloud}
          cx={x}
          cy={y}
          rx={rx}
          ry={ry}
          opacity={opacity}
          filter="url(#cloud-edge)"
        />
      ))}
      <circle cx={SUN.x} cy={SUN.y} r="620" fill="url(#glow)" />
      <circle className={styles.sun} cx={SUN.x} cy={SUN.y} r="44" />
      {ISLANDS.map(({ path, depth }) => (
        <path key={depth} className={styles[`island${depth}`]} d={path} />
      ))}
    </svg>
  )
}

/** The part of the scene between the word and the rock: the sea around the word. */
export function Sea() {
  return (
    <svg className={styles.plane} viewBox="0 0 1600 800" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <defs>
        <Gradient id="sea" x2="0" y2="1" at={[0, 0.22, 1]} colors={['sea1', 'sea2', 'sea3']} />
        <Gradient id="mist" x2="0" y2="1" at={[0, 1]} colors={['mist']} opacities={[0, 0.75]} />
      </defs>
      <rect x="-60" y={HORIZON - 130} width="1720" height="131" fill="url(#mist)" />
      <rect x="-60" y={HORIZON} width="1720" height="300" fill="url(#sea)" />
      <g className={styles.glint}>
        {GLINTS.map(({ x, y, width, opacity }) => (
          <rect
            key={`${x} ${y}`}
            x={x - width / 2}
            y={y}
            width={width}
            height={1 + (y - HORIZON) / 90}
            rx="1"
            opacity={opacity}
          />
        ))}
      </g>
      <g className={styles.wave}>
        {WAVES.map(({ x, y, width, opacity }) => (
          <rect key={`${x} ${y}`} x={x} y={y} width={width} height="1.4" rx="0.7" opacity={opacity} />
        ))}
      </g>
    </svg>
  )
}

interface GradientProps extends Pick<SVGProps<SVGLinearGradientElement>, 'id' | 'x2' | 'y2'> {
  isRadial?: boolean
  /** Offset of each stop, 0..1. */
  at: readonly number[]
  /** CSS class of each stop in the scene's style sheet. A single class applies to all stops. */
  colors: readonly string[]
  /** Opacity of each stop, 0..1. Default: 1. */
  opacities?: readonly number[]
}

/** A gradient of the scene. Its colors follow the theme. */
export function Gradient({ isRadial, at, colors, opacities, ...rest }: GradientProps) {
  const stops = at.map((offset, i) => (
    <stop key={offset} offset={offset} className={styles[colors[i] ?? colors[0] ?? '']} stopOpacity={opacities?.[i]} />
  ))
  return isRadial ? (
    <radialGradient id={rest.id}>{stops}</radialGradient>
  ) : (
    <linearGradient {...rest}>{stops}</linearGradient>
  )
}

const island = (seed: number, depth: 1 | 2 | 3, points: string) => ({
  depth,
  path: landPath(midpointDisplacement(points, { roughness: 0.22, detail: 6, seed }), HORIZON + 4),
})

const ISLANDS = [
  island(11, 1, '-60,500 140,452 330,488 520,462 760,540 960,556 1180,552 1390,500 1660,470'),
  island(23, 2, '-60,520 90,506 280,530 420,524 600,558 1260,560 1420,532 1660,508'),
  island(37, 3, '-60,540 60,536 210,558 1460,560 1540,546 1660,538'),
]

const CLOUDS = [
  { x: 1240, y: 402, rx: 330, ry: 7, opacity: 0.5 },
  { x: 980, y: 434, rx: 240, ry: 5, opacity: 0.6 },
  { x: 1330, y: 452, rx: 210, ry: 4, opacity: 0.5 },
  { x: 420, y: 372, rx: 300, ry: 8, opacity: 0.28 },
  { x: 160, y: 414, rx: 240, ry: 5, opacity: 0.3 },
]

const glinting = randomFrom(5)
/** Reflections of the sun: narrow and dense at the horizon, wide and sparse at the bottom. `x`: the center. */
const GLINTS = Array.from({ length: 150 }, () => {
  const near = glinting() ** 1.6 // 0 = at the horizon, 1 = at the bottom
  const spread = 24 + near * 190
  const offset = (glinting() + glinting() + glinting() - 1.5) * spread
  const top = HORIZON + 3
  return {
    x: round(SUN.x + offset),
    y: round(top + near * (800 - top)),
    width: round((6 + glinting() * 34) * (0.4 + near * 2.2)),
    opacity: round((0.25 + glinting() * 0.75) * (1 - Math.abs(offset) / (spread * 1.7))),
  }
})

const random = randomFrom(91)
const WAVES = Array.from({ length: 110 }, () => {
  const near = random() ** 1.4
  return {
    x: Math.round(random() * 1660 - 60),
    y: Math.round(HORIZON + 6 + near * 240),
    width: Math.round((14 + random() * 60) * (0.4 + near * 1.6)),
    opacity: Math.round((0.15 + random() * 0.5) * 100) / 100,
  }
})

const STARS = Array.from({ length: 90 }, () => ({
  x: Math.round(random() * 1600),
  y: Math.round(random() ** 1.5 * 420),
  r: Math.round((0.5 + random() ** 3 * 1.4) * 10) / 10,
  opacity: Math.round((0.3 + random() * 0.7) * 100) / 100,
}))
