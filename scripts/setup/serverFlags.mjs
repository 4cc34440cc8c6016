/** Node's default lets short-lived objects of the start fill 90 MB that the server never needs again. */
export const SERVER_FLAGS = ['--max-semi-space-size=8']
