const EXECUTORS: Readonly<Record<string, string>> = { prepared: 'Prepared query', apollo: 'Apollo Server' };

/** Returns which layer of the gateway served a response, by its headers; undefined for a rejected operation. */
export function servedBy(headers: ReadonlyMap<string, string>): string | undefined {
  const [, ttl] = /^trivium; hit; ttl=(\d+)/.exec(headers.get('cache-status') ?? '') ?? [];
  if (ttl !== undefined) return `Response cache, fresh for ${ttl} s`;
  const [, executor = '', durationMs] = /^(\w+);dur=([\d.]+)/.exec(headers.get('server-timing') ?? '') ?? [];
  const name = EXECUTORS[executor];
  return name && `${name}, ${durationMs} ms`;
}
