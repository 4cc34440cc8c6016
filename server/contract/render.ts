/** The messages between the programs that render (`midground render`, `midground mcp`) and the page that renders. */

/** The template of a rendering: the address of its file, the id of a built-in template, or a layered image. */
export type TemplateSource =
  | { readonly file: string }
  | { readonly id: string }
  /** JSON that the schema of layered images accepts. */
  | { readonly image: object }

/** One rendering, as JSON. `file`, `photo` and `result` are addresses on the page's own origin. */
export interface RenderJob {
  task: 'render'
  template: TemplateSource
  photo: string
  name: string
  /** Export settings. Missing settings have their default. */
  settings: Readonly<Record<string, unknown>>
  /** Saves a video loop: camera path and length, s. Of the settings, only `format` and the size apply. Absent = an image. */
  motion?: { readonly path: string; readonly seconds: number }
  /** `layers`: new words of text layers by their names. `placeholders`: replacements of `{name}` in texts, by name. */
  texts: { layers: Readonly<Record<string, string>>; placeholders: Readonly<Record<string, string>> }
  /** The finished file is sent here by PUT. */
  result: string
  /** True: the answer contains the report of each text. */
  reportsTexts: boolean
  /** True: the answer contains a small version of the image. */
  previews: boolean
}

export interface TextReport {
  /** 'text1' for the first text, or the name of its layer. */
  key: string
  text: string
  /** Share that the subject hides, 0 to 1. */
  hidden: number
  /** Share outside the frame, 0 to 1. */
  outside: number
  /** Contrast of the text with the pixels behind it, 1 to 21 (WCAG 2.2). 90 % of the text has a higher contrast. */
  contrast: number
}

/** Whether the subject was found for sure, perhaps, or not at all. */
export type FoundSubject = 'sure' | 'unsure' | 'none'

/** The outcome of a rendering. `error`: a code, such as 'decode-failed', or the message of an unexpected error. */
export type RenderAnswer =
  | {
      ok: true
      bytes: number
      subject: FoundSubject
      /** Names of layers that belong to the template's own photo, such as drawings. The image lacks these layers. */
      leftOut: readonly string[]
      /** Keys of `texts.layers` that name no text. */
      unknown: readonly string[]
      texts?: readonly TextReport[]
      /** A JPEG file of at most PREVIEW_SIDE px, in base64. */
      preview?: string
    }
  | { ok: false; error: string }

/** Longer side of a preview, px. */
export const PREVIEW_SIDE = 640

export interface DescribeJob {
  task: 'describe'
  photo: string
  name: string
  /** The format of the frame to which places are relative; 'photo' = the whole photo. */
  frame: string
}

/** A rectangle in percent of the frame's sides. */
export interface PercentBox {
  x: number
  y: number
  width: number
  height: number
}

export type DescribeAnswer =
  | {
      ok: true
      /** Size of the upright photo, px. */
      width: number
      height: number
      subject: FoundSubject
      /** Box around the subject; null = no subject. */
      box: PercentBox | null
      /** Percent of the photo that the subject covers. */
      share: number
      people: number
      /** Large rectangles of the frame without the subject, the largest first. */
      freeAreas: readonly PercentBox[]
      /** Up to six frequent colours each, as '#rrggbb', most frequent first. */
      colors: { subject: readonly string[]; background: readonly string[] } | null
      /** A JPEG file of at most PREVIEW_SIDE px, in base64. */
      preview: string
    }
  | { ok: false; error: string }

/** The built-in templates and fonts, and the schema of layered images. The build writes them into the client. */
export interface Catalogue {
  templates: readonly {
    id: string
    name: string
    /** Size for which the template was made, px. */
    width: number
    height: number
    /** The template's texts: 'text1' is the first. */
    texts: readonly string[]
  }[]
  fonts: readonly { name: string; category: string }[]
  layeredImage: object
}

export const CATALOGUE_PATH = '/catalogue.json'

/** The page renders, instead of showing the product, where its root element has this data attribute. */
export const RENDER_MARK = 'render'

/** Prefix of the errors of the template, which are the same for every photo. */
export const TEMPLATE_FAILURE = 'template: '

/** Name of the function on the page's window: takes a RenderJob or DescribeJob, resolves with its answer. */
export const RENDER_FUNCTION = 'midgroundRender'
