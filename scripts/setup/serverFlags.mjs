/**
 * Node's flags for the server. Without the smaller semi-space, short-lived objects of the start-up fill 90 MB that the
 * server never needs again.
 */
export const SERVER_FLAGS = ['--max-semi-space-size=8']

/**
 * Path of the bundled server. It is as deep below the root as the source of its entry, because the entry looks for migrations
 * and client relative to itself.
 */
export const SERVER = 'build/server/main.js'
