/** Our designs, in the order of the gallery: one line each. */
import type { Design } from './design.ts'
import { birthday } from './table/birthday.ts'
import { event } from './table/event.ts'
import { magazine } from './table/magazine.ts'
import { podcast } from './table/podcast.ts'
import { poster } from './table/poster.ts'
import { product } from './table/product.ts'
import { quote } from './table/quote.ts'
import { sale } from './table/sale.ts'
import { sportsCard } from './table/sportsCard.ts'
import { story } from './table/story.ts'
import { thumbnail } from './table/thumbnail.ts'
import { travel } from './table/travel.ts'

/** Our designs, in the order of the gallery. */
export const DESIGNS: readonly Design[] = [
  poster,
  thumbnail,
  story,
  product,
  magazine,
  quote,
  sale,
  sportsCard,
  event,
  travel,
  podcast,
  birthday,
]
