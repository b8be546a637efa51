import { hash } from 'node:crypto';

/** Whether each line of the audit log still follows the one that it was written after. */
export interface ChainState {
  readonly lines: number;
  /** How many of them name the line before; older lines do not. */
  readonly chained: number;
  /** What the next line will name. Kept elsewhere, it tells later whether the log up to here is still the same. */
  readonly head: string;
  /** The first line that does not follow the one before it, counted from 1. */
  readonly brokenAt?: number;
}

/** How lines are digested where they are kept; Redis itself knows no other. */
export type ChainDigest = 'sha256' | 'sha1';

export const digestOfLine = (line: string, digest: ChainDigest): string => hash(digest, line, 'hex');

/** Looks at all lines, the oldest first: each is JSON whose `before` is the digest of the line before, or empty. */
export async function readChain(
  lines: Iterable<string> | AsyncIterable<string>,
  digest: ChainDigest,
): Promise<ChainState> {
  let [count, chained, head] = [0, 0, ''];
  let brokenAt: number | undefined;
  for await (const line of lines) {
    count++;
    const { before } = JSON.parse(line) as { before?: unknown };
    if (before === undefined ? chained > 0 : before !== head) brokenAt ??= count;
    if (before !== undefined) chained++;
    head = digestOfLine(line, digest);
  }
  return { lines: count, chained, head, ...(brokenAt !== undefined && { brokenAt }) };
}
