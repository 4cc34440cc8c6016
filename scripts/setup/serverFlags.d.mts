/** What Node is started with to run the server. */
export declare const SERVER_FLAGS: readonly string[]
/** Path of the bundled server below the repository's root. */
export declare const SERVER: string
