/** Returns whether a host name of a URL is reachable only from this machine or network. */
export const isLocalHostname = (hostname: string): boolean =>
  /^(localhost|.*\.local|127\.\d+\.\d+\.\d+|10\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+|\[::1\]|0\.0\.0\.0)$/.test(
    hostname,
  );
