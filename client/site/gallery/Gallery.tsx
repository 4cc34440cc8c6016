import type { CSSProperties } from 'react'
import { Link } from 'wouter'
import { t } from '#client/kit/i18n/translate.ts'
import { templatePath } from '#server/contract/guard.ts'
import { useEditorLink } from '../account/guard/useEditorLink.ts'
import event from './event.webp'
import styles from './Gallery.module.css'
import magazine from './magazine.webp'
import poster from './poster.webp'
import product from './product.webp'
import story from './story.webp'

/** Templates on the sample photos. `npm run shots` paints them with the editor (e2e/pictures.shots.ts). */
const PICTURES = [
  {
    id: 'poster',
    name: 'Poster',
    alt: 'An astronaut in an orange suit, smiling',
    src: poster,
    width: 512,
    height: 640,
  },
  { id: 'event', name: 'Event', alt: 'A rocket rising over trees at dusk', src: event, width: 512, height: 640 },
  { id: 'story', name: 'Story', alt: 'The face of a ginger tabby cat', src: story, width: 360, height: 640 },
  { id: 'product', name: 'Product', alt: 'A cup of coffee on a wooden table', src: product, width: 640, height: 640 },
  {
    id: 'magazine',
    name: 'Magazine cover',
    alt: 'A rocket rising over trees at dusk',
    src: magazine,
    width: 512,
    height: 640,
  },
] as const

/** A row of images that were made with the templates. Each image opens the editor with its template. */
export function Gallery({ className }: { className?: string | undefined }) {
  return (
    <section className={className} aria-labelledby="gallery">
      <h2 id="gallery" className={styles.title}>
        {t('Start with a template')}
      </h2>
      <ul className={styles.row}>
        {PICTURES.map((picture) => (
          <li key={picture.id} style={{ '--ratio': picture.width / picture.height } as CSSProperties}>
            <TemplateLink {...picture} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A link that opens the editor with a template. */
function TemplateLink({ id, name, alt, ...image }: (typeof PICTURES)[number]) {
  const link = useEditorLink(templatePath(id))
  return (
    <Link {...link} className={styles.link}>
      <img className={styles.picture} {...image} alt={t(alt)} loading="lazy" />
      <span className={styles.name}>{t(name)}</span>
    </Link>
  )
}
