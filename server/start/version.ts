import manifest from '../../package.json' with { type: 'json' }

/** The program's version, as --version prints it. */
export const VERSION: string = manifest.version
