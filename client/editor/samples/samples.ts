/** Photos to try the editor with; licences in ATTRIBUTION.md. */
import astronaut from './astronaut.png?url'
import smallAstronaut from './astronaut-small.webp'
import chelsea from './chelsea.png?url'
import smallChelsea from './chelsea-small.webp'
import coffee from './coffee.png?url'
import smallCoffee from './coffee-small.webp'
import rocket from './rocket.jpg?url'
import smallRocket from './rocket-small.webp'

export interface Sample {
  name: string
  /** What a person who cannot see it should know. */
  alt: string
  url: string
  /** Its picture on the empty canvas, 400 px wide: what only shows what could be opened stays light. */
  small: string
  file: string
}

export const SAMPLES: readonly Sample[] = [
  {
    name: 'Astronaut',
    alt: 'An astronaut in an orange suit, smiling',
    url: astronaut,
    small: smallAstronaut,
    file: 'astronaut.png',
  },
  { name: 'Cat', alt: 'The face of a ginger tabby cat', url: chelsea, small: smallChelsea, file: 'cat.png' },
  { name: 'Rocket', alt: 'A rocket rising over trees at dusk', url: rocket, small: smallRocket, file: 'rocket.jpg' },
  { name: 'Coffee', alt: 'A cup of coffee on a wooden table', url: coffee, small: smallCoffee, file: 'coffee.png' },
]
