/** The messages between `midground render` and the page that renders for it. */

/** One rendering, as JSON. `file`, `photo` and `result` are addresses on the page's own origin. */
export interface RenderJob {
  /** The design's file. The page fetches it when the address changes. */
  design: string
  photo: string
  /** Name of the photo's file. */
  name: string
  /** Export settings. Missing settings have their default. */
  settings: Readonly<Record<string, unknown>>
  /** `layers`: new words of text layers by their names. `placeholders`: replacements of `{name}` in texts, by name. */
  texts: { layers: Readonly<Record<string, string>>; placeholders: Readonly<Record<string, string>> }
  /** The finished file is sent here by PUT. */
  result: string
}

/** The outcome of a rendering. `error`: a code, such as 'decode-failed', or the message of an unexpected error. */
export type RenderAnswer =
  | {
      ok: true
      /** Size of the file. */
      bytes: number
      /** Whether the subject was found for sure, perhaps, or not at all. */
      subject: 'sure' | 'unsure' | 'none'
      /** Names of layers that belong to the design's own photo, such as drawings; they are not in the picture. */
      leftOut: readonly string[]
      /** Keys of `texts.layers` that name no text. */
      unknown: readonly string[]
    }
  | { ok: false; error: string }

/** The page renders, instead of showing the product, where its root element has this data attribute. */
export const RENDER_MARK = 'render'

/** Errors of the design begin with this; they are the same for every photo. */
export const DESIGN_FAILURE = 'design: '

/** Name of the function on the window of the page that renders: takes a RenderJob, resolves with a RenderAnswer. */
export const RENDER_FUNCTION = 'midgroundRender'
