/** Returns what served a response, by its headers; undefined for a rejected operation. */
export function servedBy(headers: ReadonlyMap<string, string>): string | undefined {
  const [, ttl] = /^trivium; hit; ttl=(\d+)/.exec(headers.get('cache-status') ?? '') ?? [];
  if (ttl !== undefined) return `Response cache, fresh for ${ttl} s`;
  const [, durationMs] = /^execution;dur=([\d.]+)/.exec(headers.get('server-timing') ?? '') ?? [];
  return durationMs && `Execution, ${durationMs} ms`;
}
