const LOOPBACK_HOSTNAME = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Returns whether a text is an HTTP URL of this machine. */
export const isLoopback = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && LOOPBACK_HOSTNAME.test(url.hostname);
};
