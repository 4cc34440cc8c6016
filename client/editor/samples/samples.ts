/** Photos to try the editor with; licences in ATTRIBUTION.md. */
import astronaut from './astronaut.png?url'
import chelsea from './chelsea.png?url'
import coffee from './coffee.png?url'
import rocket from './rocket.jpg?url'

export interface Sample {
  name: string
  /** What a person who cannot see it should know. */
  alt: string
  url: string
  file: string
}

export const SAMPLES: readonly Sample[] = [
  { name: 'Astronaut', alt: 'An astronaut in an orange suit, smiling', url: astronaut, file: 'astronaut.png' },
  { name: 'Cat', alt: 'The face of a ginger tabby cat', url: chelsea, file: 'cat.png' },
  { name: 'Rocket', alt: 'A rocket rising over trees at dusk', url: rocket, file: 'rocket.jpg' },
  { name: 'Coffee', alt: 'A cup of coffee on a wooden table', url: coffee, file: 'coffee.png' },
]
