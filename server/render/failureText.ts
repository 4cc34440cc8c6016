/** What went wrong with one picture, for people; the code is for scripts. */
const TEXTS: Readonly<Record<string, string>> = {
  'unsupported-type': 'This is no JPEG, PNG, WebP or HEIC file.',
  'decode-failed': 'The photo is damaged or empty.',
  'heic-failed': 'The HEIC photo could not be converted.',
  'too-large': 'The photo or the picture is too large.',
  'model-unavailable': 'The network that finds the subject could not be loaded.',
  'out-of-memory': 'There is not enough memory.',
  'context-lost': 'The graphics gave up.',
  'timed-out': 'The rendering took too long.',
  'tab-lost': 'Chromium has crashed or was ended.',
  'encode-failed': 'The picture could not be encoded.',
  'design: not-a-project': 'The design is no file of Midground.',
  'design: damaged': 'The design is damaged.',
  'design: newer': 'The design was saved by a newer version.',
  'design: unknown': 'There is no design with this id.',
  'design: too-large': 'The design is too large.',
}

/** Returns the sentence for the error of a `RenderAnswer`; an unknown error is returned as it is. */
export const failureText = (error: string): string => TEXTS[error] ?? error
