/**
 * Rejects URLs outside this machine, so that an emulator never calls another host.
 * @throws Error for a URL that is not http(s) on a loopback interface
 */
export function checkLoopbackUrl(urlText: unknown): asserts urlText is string {
  const url = typeof urlText === 'string' && URL.canParse(urlText) ? new URL(urlText) : undefined;
  const isLoopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url?.hostname ?? '');
  if (!isLoopback || !/^https?:$/.test(url?.protocol ?? ''))
    throw new Error(
      `expected a webhook URL on this machine such as http://127.0.0.1:4000/…, got ${JSON.stringify(urlText)?.slice(0, 200)}`,
    );
}
