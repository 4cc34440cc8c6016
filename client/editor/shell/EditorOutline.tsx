import {
  Brush,
  ChevronDown,
  Compass,
  Copy,
  Download,
  Ellipsis,
  Eraser,
  FolderOpen,
  ImagePlus,
  Images,
  LayoutTemplate,
  type LucideIcon,
  Redo2,
  Save,
  Scan,
  Shapes,
  SlidersHorizontal,
  Smile,
  SquareDashedMousePointer,
  Type,
  Undo2,
  Upload,
} from 'lucide-react'
import { BRAND_NAME } from '#client/kit/browser/page.ts'
import { isPhotoExpected } from '#client/kit/device-storage/sharedFile.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { IconButton } from '#client/kit/ui/controls/IconButton.tsx'
import { cx } from '#client/kit/ui/cx.ts'
import { Spinner } from '#client/kit/ui/feedback/Progress.tsx'
import { ThemeButton } from '#client/kit/ui/theme/theme.tsx'
import { DropZone, OpeningPhoto } from '../canvas/DropZone.tsx'
import group from './BarGroup.module.css'
import styles from './EditorOutline.module.css'
import rail from './Rail.module.css'
import templates from './Templates.module.css'
import bar from './TopBar.module.css'
import type { TopBarProps } from './TopBar.tsx'

/**
 * Names and icons of the rail's two groups. A copy, because the tools' code loads later. `editorOutline.test.ts` of the
 * features compares both.
 */
export const RAIL: readonly (readonly (readonly [string, LucideIcon])[])[] = [
  [
    ['Text', Type],
    ['Emojis', Smile],
    ['Remove BG', Eraser],
    ['Change BG', ImagePlus],
    ['Tune', SlidersHorizontal],
    ['Clone', Copy],
    ['Cutout', Scan],
    ['Image Overlay', Images],
    ['Shapes', Shapes],
    ['Draw', Brush],
  ],
  [
    ['Templates', LayoutTemplate],
    ['Erase & select', SquareDashedMousePointer],
  ],
]

/**
 * The editor's bars and empty canvas, shown until the editor has loaded. The buttons don't work yet. If a photo will be
 * opened next, a spinner replaces the empty canvas.
 */
export const EditorOutline = ({ proBadge, accountCorner }: TopBarProps) => (
  <div className={styles.screen}>
    <div className={cx(bar.bar, styles.top)} inert aria-hidden>
      <span className={cx(bar.home, styles.home)}>
        <img src="/favicon.svg" width={26} height={26} alt="" />
        <span>{BRAND_NAME}</span>
      </span>
      <Button look="outline" icon={Upload} disabled className={styles.upload}>
        <span>{t('Upload')}</span>
      </Button>
      <Icons of={[Undo2, Redo2]} />
      <Icons of={[FolderOpen, Save]} />
      <span className={bar.middle} />
      <span className={cx(bar.pro, styles.pro)}>{proBadge}</span>
      <Button look="ghost" icon={Compass} disabled className={styles.tour}>
        <span>{t('Tour')}</span>
      </Button>
      <span className={styles.theme}>
        <ThemeButton />
      </span>
      <Placeholder icon={Ellipsis} />
      <span className={cx(bar.split, styles.split)}>
        <Button look="primary" icon={Download} disabled>
          <span className={bar.words}>{t('Download')}</span>
        </Button>
        <span className={bar.part}>
          <Placeholder icon={ChevronDown} />
        </span>
      </span>
      {accountCorner}
    </div>
    <div className={cx(rail.rail, 'sideways')} aria-hidden>
      {RAIL.map((tools, i) => (
        <div key={tools.length} className={i ? rail.tools : rail.list}>
          {tools.map(([label, Icon]) => (
            <span key={label} className={rail.tab} aria-disabled="true">
              <Icon className={rail.icon} strokeWidth={1.75} />
              {t(label)}
            </span>
          ))}
        </div>
      ))}
    </div>
    <div className={styles.stage}>
      {isPhotoExpected() ? (
        <OpeningPhoto />
      ) : (
        <DropZone
          isPicture
          footer={<TemplatesOutline />}
          frame={(_, className, picture) => <span className={className}>{picture}</span>}
        >
          <span className={styles.wait}>
            <Spinner />
          </span>
        </DropZone>
      )}
    </div>
  </div>
)

const Placeholder = ({ icon }: { icon: LucideIcon }) => <IconButton label="" icon={icon} disabled />

/** Buttons that are in the menu or below the photo on phones. */
const Icons = ({ of }: { of: readonly LucideIcon[] }) => (
  <span className={cx(group.group, styles.wide)}>
    {of.map((icon) => (
      <Placeholder key={icon.displayName} icon={icon} />
    ))}
  </span>
)

/** The template strip without images and names, which load with the editor. */
export const TemplatesOutline = () => (
  <section className={templates.start} aria-hidden>
    <p className={templates.caption}>{t('Start with a template')}</p>
    <ul className={cx(templates.strip, styles.strip)}>
      {[0, 1, 2, 3, 4, 5].map((tile) => (
        <li key={tile} className={templates.tile}>
          <span className={templates.picture} />
          <span className={templates.name} />
        </li>
      ))}
    </ul>
  </section>
)
