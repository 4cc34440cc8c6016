// The built-in fonts. Licenses, versions and checksums are in scripts/fonts/lock.json.

export type FontCategory = 'sans' | 'serif' | 'display' | 'handwriting' | 'mono'
export type FontWeight = 400 | 700

export interface FontFamily {
  name: string
  category: FontCategory
  /** Base name of the font files, `<id>-<weight>.woff2`, and of the npm package, `@fontsource/<id>`. */
  id: string
  /** The weights that have a font file. If 700 is missing, the browser synthesizes bold from 400. */
  weights: readonly FontWeight[]
}

/** Name of the font family of new text layers. */
export const DEFAULT_FAMILY = 'Inter'

const families = (category: FontCategory, weights: readonly FontWeight[], names: string): FontFamily[] =>
  names.split(',').map((text) => {
    const name = text.trim()
    return { name, category, weights, id: name.toLowerCase().replaceAll(' ', '-') }
  })

const BOTH = [400, 700] as const
const REGULAR = [400] as const

const all: FontFamily[] = [
  ...families(
    'sans',
    BOTH,
    `Inter, Albert Sans, Archivo, Archivo Narrow, Asap, Barlow, Barlow Condensed, Be Vietnam Pro, Cabin,
    Cabin Condensed, Catamaran, DM Sans, Dosis, Encode Sans, Exo 2, Figtree, Fira Sans, IBM Plex Sans,
    Instrument Sans, Josefin Sans, Jost, Kanit, Karla, Lato, Lexend, Libre Franklin, Manrope, Maven Pro,
    Montserrat, Mulish, Nunito, Open Sans, Outfit, Oxygen, Plus Jakarta Sans, Poppins, Public Sans, Quicksand,
    Rajdhani, Raleway, Red Hat Display, Roboto, Roboto Condensed, Rubik, Ruda, Saira Condensed, Signika, Sora,
    Source Sans 3, Space Grotesk, Teko, Titillium Web, Urbanist, Work Sans, Yanone Kaffeesatz`,
  ),
  ...families(
    'sans',
    REGULAR,
    `ABeeZee, Fjalla One, Francois One, Pathway Gothic One, Questrial, Six Caps, Tenor Sans`,
  ),
  ...families(
    'serif',
    BOTH,
    `Alegreya, Amiri, Arvo, Bitter, Bodoni Moda, Cardo, Cinzel Decorative, Cormorant Garamond, Crimson Pro,
    Crimson Text, EB Garamond, Frank Ruhl Libre, Fraunces, IBM Plex Serif, Josefin Slab, Libre Baskerville,
    Libre Bodoni, Libre Caslon Text, Lora, Merriweather, Neuton, Old Standard TT, PT Serif, Playfair Display,
    Playfair Display SC, Roboto Slab, Source Serif 4, Spectral, Zilla Slab`,
  ),
  ...families(
    'serif',
    REGULAR,
    `Abril Fatface, Bellefair, DM Serif Display, DM Serif Text, Gilda Display, Gloock, Instrument Serif, Italiana,
    Marcellus, Prata, Rozha One, Yeseva One, Young Serif`,
  ),
  ...families(
    'display',
    BOTH,
    `Baloo 2, Big Shoulders Display, Cairo, Chakra Petch, Changa, Cinzel, Comfortaa, Economica, El Messiri, Fredoka,
    Lobster Two, Orbitron, Oswald, Oxanium, Passion One, Philosopher, Reem Kufi, Syne, Unbounded`,
  ),
  ...families(
    'display',
    REGULAR,
    `Alfa Slab One, Amarante, Anton, Archivo Black, Audiowide, Bangers, Bebas Neue, Black Ops One, Boogaloo,
    Bowlby One, Bowlby One SC, Bree Serif, Bungee, Bungee Hairline, Bungee Inline, Bungee Shade, Carter One,
    Chango, Chonburi, Concert One, Creepster, Fascinate, Faster One, Fugaz One, Germania One, Graduate,
    Gravitas One, Holtwood One SC, Knewave, Lilita One, Limelight, Londrina Solid, Luckiest Guy, Metal Mania,
    Michroma, Monoton, Nosifer, Notable, Patua One, Paytone One, Poiret One, Press Start 2P, Racing Sans One,
    Ranchers, Righteous, Rubik Mono One, Russo One, Rye, Shrikhand, Sigmar One, Slackey, Special Elite,
    Squada One, Staatliches, Tilt Warp, Titan One, Ultra, Unica One, UnifrakturMaguntia, Viga, Wallpoet`,
  ),
  ...families('handwriting', BOTH, `Amatic SC, Caveat, Dancing Script, Kalam, Merienda, Tangerine`),
  ...families(
    'handwriting',
    REGULAR,
    `Alex Brush, Allura, Bad Script, Berkshire Swash, Calligraffitti, Caveat Brush, Cedarville Cursive, Cookie,
    Courgette, Covered By Your Grace, Damion, Gloria Hallelujah, Great Vibes, Handlee, Homemade Apple,
    Indie Flower, Italianno, Just Another Hand, Kaushan Script, La Belle Aurore, Leckerli One, Lobster,
    Mansalva, Marck Script, Mr Dafoe, Neucha, Nothing You Could Do, Pacifico, Parisienne, Patrick Hand,
    Permanent Marker, Petit Formal Script, Pinyon Script, Playball, Reenie Beanie, Rochester, Rock Salt,
    Sacramento, Satisfy, Shadows Into Light, Yellowtail, Yesteryear, Zeyada`,
  ),
  ...families(
    'mono',
    BOTH,
    `Anonymous Pro, Courier Prime, Fira Code, Fira Mono, IBM Plex Mono, Inconsolata, JetBrains Mono, Roboto Mono,
    Source Code Pro, Space Mono`,
  ),
  ...families(
    'mono',
    REGULAR,
    `Cutive Mono, DM Mono, Major Mono Display, Nova Mono, Share Tech Mono, VT323, Xanh Mono`,
  ),
]

/** Families in various styles that suit headings behind a subject. */
const RECOMMENDED = [
  DEFAULT_FAMILY,
  'Anton',
  'Bebas Neue',
  'Archivo Black',
  'Oswald',
  'Montserrat',
  'Playfair Display',
  'DM Serif Display',
  'Abril Fatface',
  'Pacifico',
  'Caveat',
  'Righteous',
]

const rankOf = ({ name }: FontFamily) => RECOMMENDED.indexOf(name) + 1 || RECOMMENDED.length + 1

export const isRecommended = (family: string): boolean => RECOMMENDED.includes(family)

/** All built-in font families: first the recommended families, then the others by name. */
export const FONT_FAMILIES: readonly FontFamily[] = all.sort(
  (a, b) => rankOf(a) - rankOf(b) || a.name.localeCompare(b.name, 'en'),
)
