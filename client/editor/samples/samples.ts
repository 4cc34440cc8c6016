import astronaut from './astronaut.png?url'
import smallAstronaut from './astronaut-small.webp'
import chelsea from './chelsea.png?url'
import smallChelsea from './chelsea-small.webp'
import coffee from './coffee.png?url'
import smallCoffee from './coffee-small.webp'
import rocket from './rocket.jpg?url'
import smallRocket from './rocket-small.webp'

/** A sample photo for new users. ATTRIBUTION.md contains the licenses. */
export interface Sample {
  /** Alternative text in English; translated when shown. */
  alt: string
  url: string
  /** URL of a downscaled copy (400 px wide) for the empty canvas. */
  small: string
  file: string
}

/** The sample photos on the empty canvas. */
export const SAMPLES: readonly Sample[] = [
  { alt: 'An astronaut in an orange suit, smiling', url: astronaut, small: smallAstronaut, file: 'astronaut.png' },
  { alt: 'The face of a ginger tabby cat', url: chelsea, small: smallChelsea, file: 'cat.png' },
  { alt: 'A rocket rising over trees at dusk', url: rocket, small: smallRocket, file: 'rocket.jpg' },
  { alt: 'A cup of coffee on a wooden table', url: coffee, small: smallCoffee, file: 'coffee.png' },
]
