/** Returns true for localhost, 127.x.x.x and ::1, with or without brackets. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1|\[::1\])$/.test(host)
