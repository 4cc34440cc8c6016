import type { CSSProperties } from 'react'
import { t } from '#client/kit/i18n/translate.ts'
import event from './event.webp'
import styles from './Gallery.module.css'
import magazine from './magazine.webp'
import poster from './poster.webp'
import product from './product.webp'
import story from './story.webp'

/** Templates on the sample photos. `npm run shots` paints them with the editor (e2e/pictures.shots.ts). */
const PICTURES = [
  { name: 'Poster', alt: 'An astronaut in an orange suit, smiling', src: poster, width: 512, height: 640 },
  { name: 'Event', alt: 'A rocket rising over trees at dusk', src: event, width: 512, height: 640 },
  { name: 'Story', alt: 'The face of a ginger tabby cat', src: story, width: 360, height: 640 },
  { name: 'Product', alt: 'A cup of coffee on a wooden table', src: product, width: 640, height: 640 },
  { name: 'Magazine cover', alt: 'A rocket rising over trees at dusk', src: magazine, width: 512, height: 640 },
] as const

/** A row of images that were made with the templates. */
export function Gallery({ className }: { className?: string | undefined }) {
  return (
    <section className={className} aria-labelledby="gallery">
      <h2 id="gallery" className={styles.title}>
        {t('Start with a template')}
      </h2>
      <ul className={styles.row}>
        {PICTURES.map(({ name, alt, src, width, height }) => (
          <li key={name} style={{ '--ratio': width / height } as CSSProperties}>
            <figure>
              <img className={styles.picture} src={src} alt={t(alt)} width={width} height={height} loading="lazy" />
              <figcaption className={styles.name}>{t(name)}</figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  )
}
