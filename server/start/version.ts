import manifest from '../../package.json' with { type: 'json' }

/** As `--version` says it. */
export const VERSION: string = manifest.version
