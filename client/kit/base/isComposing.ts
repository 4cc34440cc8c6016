/** What Safari says of the key that ends a composition, after the composition has ended. */
const COMPOSING_KEY_CODE = 229

/**
 * Returns true for a key that an input method uses while it composes text: Enter, Escape and the arrow keys then choose
 * words and must do nothing else. Takes the browser's own event (`nativeEvent` of React's).
 */
export const isComposing = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  event.isComposing || event.keyCode === COMPOSING_KEY_CODE
