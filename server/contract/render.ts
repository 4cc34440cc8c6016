/** Messages between the page that renders and the commands `midground render` and `midground mcp`. */

/** The template: the address of its file, the id of a built-in template, the code of a link, or a layered image. */
export type TemplateSource =
  | { readonly file: string }
  | { readonly id: string }
  /** The part of a design link after `#design=`. */
  | { readonly design: string }
  /** JSON that matches the schema of layered images. */
  | { readonly image: object }

/** The step of a job that the page works on. */
export type Stage = 'opening' | 'converting' | 'describing' | 'erasing' | 'painting' | 'saving'

/** Time between two reports of the page, ms. */
export const REPORT_MS = 2000

/** A job of rendering one photo, as JSON. `file`, `photo` and `result` are addresses on the page's origin. */
export interface RenderJob {
  task: 'render'
  template: TemplateSource
  photo: string
  name: string
  /** Export settings. Missing settings have their defaults. */
  settings: Readonly<Record<string, unknown>>
  /**
   * Makes a video loop instead of an image, with this camera path and duration in s. The template sets the strength and
   * the text animation. Of the settings, only `format` and the size apply.
   */
  motion?: { readonly path: string; readonly seconds: number }
  /** `layers`: new text by the names of the text layers. `placeholders`: values for `{name}` in text. */
  texts: { layers: Readonly<Record<string, string>>; placeholders: Readonly<Record<string, string>> }
  /** The page sends the finished file to this address with PUT. */
  result: string
  /** The page sends its stage to this address with POST, at each change and every REPORT_MS. */
  progress: string
  /** true: the response contains a report on each text layer */
  reportsTexts: boolean
  /** true: the response contains a small version of the image */
  previews: boolean
}

export interface TextReport {
  /** Name of the text layer, or 'text1' for the first text layer. */
  key: string
  text: string
  /** Fraction of the text that the subject hides, 0 to 1. */
  hidden: number
  /** Fraction of the text outside the frame, 0 to 1. */
  outside: number
  /** Contrast with the pixels behind the text, 1 to 21 (WCAG 2.2). 90% of the text has a higher contrast. */
  contrast: number
}

/** A job failed. `error`: a code such as 'decode-failed', or the message of an unexpected error. */
export type Failure = { ok: false; error: string } | TooLarge

/** A photo or an image exceeds a limit, in px. `width` and `height` are absent if the file doesn't state its size. */
export interface TooLarge {
  ok: false
  error: 'photo-too-large' | 'image-too-large'
  width?: number
  height?: number
  maxSide: number
  maxPixels: number
}

/** Certainty of the subject. `none`: the photo has no subject. */
export type SubjectState = 'sure' | 'unsure' | 'none'

/** The result of a job. */
export type RenderAnswer =
  | {
      ok: true
      bytes: number
      subject: SubjectState
      /** Names of layers that the image lacks, such as drawings, because they belong to the template's own photo. */
      leftOut: readonly string[]
      /** Keys of `texts.layers` that match no text layer. */
      unknown: readonly string[]
      /**
       * English names of scripts whose letters are drawn as empty boxes, because this computer has no font for them.
       */
      missingScripts: readonly string[]
      texts?: readonly TextReport[]
      /** JPEG in base64. Its longer side is at most PREVIEW_SIDE. */
      preview?: string
    }
  | Failure

/** Longer side of a preview, px. */
export const PREVIEW_SIDE = 640

export interface DescribeJob {
  task: 'describe'
  photo: string
  name: string
  /** Aspect ratio of the frame, or 'photo' for the whole photo. */
  frame: string
  /** See `RenderJob.progress`. */
  progress: string
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
      /** Size of the photo after EXIF orientation, px. */
      width: number
      height: number
      subject: SubjectState
      /** Bounding box of the subject, or null if there is none. */
      box: PercentBox | null
      /** Percentage of the photo that the subject covers. */
      share: number
      people: number
      /** Large rectangles of the frame without the subject, largest first. */
      freeAreas: readonly PercentBox[]
      /** Up to six colors each, as '#rrggbb', most frequent first. */
      colors: { subject: readonly string[]; background: readonly string[] } | null
      /** JPEG in base64. Its longer side is at most PREVIEW_SIDE. */
      preview: string
    }
  | Failure

/** The built-in templates and fonts, and the schema of layered images. The build writes this file into the client. */
export interface Catalogue {
  templates: readonly {
    id: string
    name: string
    /** Size that the template was made for, px. */
    width: number
    height: number
    /** Names of the template's text layers. The first one is 'text1'. */
    texts: readonly string[]
  }[]
  fonts: readonly { name: string; category: string }[]
  layeredImage: object
}

export const CATALOGUE_PATH = '/catalogue.json'

/** Data attribute of the root element. With this attribute, the page renders jobs instead of showing the product. */
export const RENDER_MARK = 'render'

/** Prefix of errors that the template causes, which are the same for every photo. */
export const TEMPLATE_FAILURE = 'template: '

/** Name of the page's global function. It takes a RenderJob or DescribeJob and resolves with the response. */
export const RENDER_FUNCTION = 'midgroundRender'
