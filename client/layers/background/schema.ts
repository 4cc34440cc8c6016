/** The background paints the photo itself; it has no settings of its own. */
export const backgroundFields = {} as const
