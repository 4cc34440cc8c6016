/** What went wrong with one picture, for people; the code is for scripts. */
const TEXTS: Readonly<Record<string, string>> = {
  'unsupported-type': 'This file isn’t a JPEG, PNG, WebP or HEIC image.',
  'decode-failed': 'The photo is damaged or empty.',
  'heic-failed': 'The HEIC photo could not be converted.',
  'too-large': 'The photo or the output image is too large.',
  'model-unavailable': 'Failed to load the subject-detection model.',
  'out-of-memory': 'There is not enough memory.',
  'context-lost': 'Rendering failed: the WebGL context was lost.',
  'timed-out': 'Rendering timed out.',
  'tab-lost': 'Chromium crashed or was terminated.',
  'encode-failed': 'Failed to encode the image.',
  'design: not-a-project': 'The template isn’t a Midground file.',
  'design: damaged': 'The design is damaged.',
  'design: newer': 'The design was saved by a newer version.',
  'design: unknown': 'No template with this ID.',
  'design: too-large': 'The design is too large.',
}

/** Returns the sentence for the error of a `RenderAnswer`; an unknown error is returned as it is. */
export const failureText = (error: string): string => TEXTS[error] ?? error
