/** Content range of one request of a resumable upload, in bytes; `last` is inclusive. */
export type ContentRange =
  | { kind: 'part'; first: number; last: number; total?: number }
  | { kind: 'status'; total?: number };

/**
 * Parses `Content-Range: bytes 0-262143/524288` (a part), `bytes 0-262143/*` (a part of unknown total) or
 * `bytes * /524288` without the space (a status query), according to RFC 9110, section 14.4, and Google Cloud
 * Storage's page on resumable uploads.
 * @returns undefined for an invalid header
 */
export function readContentRange(header: string): ContentRange | undefined {
  const [, range, size] = /^bytes (\*|\d{1,15}-\d{1,15})\/(\*|\d{1,15})$/.exec(header.trim()) ?? [];
  if (range === undefined) return undefined;
  const total = size === '*' ? {} : { total: Number(size) };
  if (range === '*') return { kind: 'status', ...total };
  const [first, last] = range.split('-').map(Number) as [number, number];
  if (first > last || (total.total !== undefined && last >= total.total)) return undefined;
  return { kind: 'part', first, last, ...total };
}
