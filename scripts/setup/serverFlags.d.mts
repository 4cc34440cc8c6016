/** What Node is started with to run the server. */
export declare const SERVER_FLAGS: readonly string[]
