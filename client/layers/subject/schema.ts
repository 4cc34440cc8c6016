/** The subject stands where the photo shows it; it has no settings of its own. */
export const subjectFields = {} as const
