import { Gradient } from './Backdrop.tsx'
import styles from './Scene.module.css'
import { landPath, linePath, midpointDisplacement } from './shapes.ts'

/** The subject of the scene: a lighthouse on a rock, in front of the word. */
export function Lighthouse() {
  return (
    <svg className={styles.plane} viewBox="0 0 1600 800" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <defs>
        <Gradient id="tower" at={[0, 0.55, 1]} colors={['tower1', 'tower2', 'tower3']} />
        <Gradient id="band" at={[0, 0.55, 1]} colors={['band1', 'band2', 'band3']} />
        <Gradient id="iron" at={[0, 1]} colors={['iron1', 'iron2']} />
        <Gradient id="lamp" isRadial at={[0, 0.2, 1]} colors={['lamp']} opacities={[1, 0.6, 0]} />
        <Gradient id="rock" x2="0.25" y2="1" at={[0, 0.5, 1]} colors={['rock1', 'rock2', 'rock3']} />
        {/* A filter element, because WebKit ignores CSS filter functions inside an SVG. */}
        <filter id="tower-shadow" x="-1" width="3" y="-0.5" height="2" colorInterpolationFilters="sRGB">
          <feDropShadow className={styles.towerShadow} dx="0" dy="0" stdDeviation="26" />
        </filter>
        <clipPath id="shaft">
          <path d={SHAFT} />
        </clipPath>
      </defs>
      <circle className={styles.halo} cx="800" cy="212" r="210" fill="url(#lamp)" />
      <path className={styles.rockFar} d={landPath(ROCK_FAR, 860)} />
      <g filter="url(#tower-shadow)">
        <path d={SHAFT} fill="url(#tower)" />
        <g clipPath="url(#shaft)" fill="url(#band)">
          <path d="M700 300h200v62H700zM700 424h200v62H700zM700 548h200v60H700z" />
        </g>
        {WINDOWS.map(([x, y]) => (
          <path key={y} className={styles.window} d={`M${x} ${y}a7 7 0 0 1 14 0v13h-14z`} />
        ))}
        {/* gallery, lantern and dome of the tower */}
        <path fill="url(#iron)" d="M754 246h92l-7 14h-78zM748 240h104v7H748z" />
        <path
          className={styles.rail}
          d="M751 240v-20M770 240v-20M789 240v-20M811 240v-20M830 240v-20M849 240v-20M748 220h104M748 230h104"
        />
        <path className={styles.glass} d="M773 184h54v56h-54z" />
        <path className={styles.frame} d="M773 184v56M791 184v56M809 184v56M827 184v56M773 212h54" />
        <path fill="url(#iron)" d="M766 184c2-26 16-42 34-42s32 16 34 42zM797 122h6v22h-6z" />
        <circle className={styles.iron} cx="800" cy="120" r="5" />
      </g>
      <House />
      <circle className={styles.halo} cx="800" cy="212" r="64" fill="url(#lamp)" opacity="0.6" />
      <path d={landPath(ROCK, 860)} fill="url(#rock)" />
      <path className={styles.rim} d={linePath(ROCK)} />
      <path className={styles.slope} d={landPath(SLOPE, 860)} />
      <path className={styles.rim} d={linePath(SLOPE)} opacity="0.5" />
      <path className={styles.shore} d={landPath(SHORE, 860)} />
      {GULLS.map(([x, y, size]) => (
        <path
          key={x}
          className={styles.gull}
          d={`M${x - size} ${y - size * 0.28}q${size * 0.62} ${-size * 0.3} ${size} ${size * 0.28}q${size * 0.38} ${-size * 0.58} ${size} ${-size * 0.28}`}
        />
      ))}
    </svg>
  )
}

const House = () => (
  <g>
    <path className={styles.wall} d="M868 572h112v56H868z" />
    <path className={styles.wallLit} d="M952 572h28v56h-28z" />
    <path className={styles.roof} d="M858 574l26-34h82l28 34z" />
    <path className={styles.roof} d="M952 534h12v20h-12z" />
    <path className={styles.window} d="M886 588h14v16h-14zM914 588h14v16h-14z" />
  </g>
)

/** The lamp's beam, which points to the right. CSS rotates it towards the pointer. */
export const Beam = () => (
  <svg className={styles.plane} viewBox="0 0 1600 800" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
    <defs>
      <Gradient id="beam" at={[0, 0.35, 1]} colors={['lamp']} opacities={[0.85, 0.28, 0]} />
    </defs>
    <g data-parallax className={styles.beam}>
      <path fill="url(#beam)" d="M800 205l1000-120v254l-1000-120z" />
      <path fill="url(#beam)" transform="rotate(180 800 212)" d="M800 207l600-50v110l-600-50z" opacity="0.55" />
    </g>
  </svg>
)

const SHAFT = 'M764 258h72l18 372H746z'

const WINDOWS = [
  [793, 392],
  [793, 516],
] as const

const ROCK = midpointDisplacement(
  '350,812 470,742 570,706 650,640 720,618 1010,620 1080,668 1190,712 1290,770 1380,812',
  { roughness: 0.2, detail: 4, seed: 41 },
)

const ROCK_FAR = midpointDisplacement('980,812 1080,742 1210,700 1300,726 1420,770 1540,812', {
  roughness: 0.26,
  detail: 4,
  seed: 77,
})

/** A nearer, darker slope in front of the rock. */
const SLOPE = midpointDisplacement('400,812 560,752 700,716 800,690 890,668 960,690 1040,740 1150,812', {
  roughness: 0.24,
  detail: 4,
  seed: 52,
})

const SHORE = midpointDisplacement('300,830 520,788 690,776 820,748 930,776 1120,792 1330,830', {
  roughness: 0.2,
  detail: 4,
  seed: 63,
})

const GULLS = [
  [1040, 250, 17],
  [1098, 222, 12],
  [1006, 300, 10],
  [486, 470, 11],
] as const
