import type { CSSProperties } from 'react'
import { Link } from 'wouter'
import { language, t } from '#client/kit/i18n/translate.ts'
import { templatePath } from '#server/contract/pages/guard.ts'
import { useEditorLink } from '../account/guard/useEditorLink.ts'
import styles from './Gallery.module.css'

/**
 * URLs of the images in each language. The command `npm run shots` makes the images with the editor
 * (e2e/pictures.shots.ts).
 */
const IMAGES = import.meta.glob<string>('./*/*.webp', { query: '?url', import: 'default', eager: true })

/** The templates in the gallery. Each is applied to a sample photo. */
export const PICTURES = [
  {
    id: 'poster',
    name: 'Poster',
    alt: 'An astronaut in an orange suit, smiling',
    width: 512,
    height: 640,
  },
  { id: 'event', name: 'Event', alt: 'A rocket rising over trees at dusk', width: 512, height: 640 },
  { id: 'story', name: 'Story', alt: 'The face of a ginger tabby cat', width: 360, height: 640 },
  { id: 'product', name: 'Product', alt: 'A cup of coffee on a wooden table', width: 640, height: 640 },
  {
    id: 'magazine',
    name: 'Magazine cover',
    alt: 'A rocket rising over trees at dusk',
    width: 512,
    height: 640,
  },
] as const

/** A row of images that were made with templates. Clicking an image opens the editor with its template. */
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
      <img className={styles.picture} {...image} src={imageUrl(id)} alt={t(alt)} loading="lazy" />
      <span className={styles.name}>{t(name)}</span>
    </Link>
  )
}

/** Returns the URL of a template's image in the interface language, or undefined if there is no such image. */
export const imageUrl = (id: string): string | undefined => IMAGES[`./${language()}/${id}.webp`]
