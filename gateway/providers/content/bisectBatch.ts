import { UpstreamError } from '../../core/errors.ts';

/** Requests that one operation may lead to, beyond those it needs, to tell which parts of its queries are refused. */
const MOST_FURTHER = 20;

/**
 * What asks for several things at once, and where the service does not take the query asks for each half of them, and so
 * on: what it would have taken alone is answered, and the rest is the service's refusal of it.
 * @param send asks for all of them in one request
 * @returns what answers each, in their order; an `Error` in the place of what failed. It never rejects.
 */
export function bisectBatch<Asked>(
  send: (asked: readonly Asked[]) => Promise<readonly unknown[]>,
): (asked: readonly Asked[]) => Promise<readonly unknown[]> {
  let left = MOST_FURTHER;
  return async function ask(asked): Promise<readonly unknown[]> {
    try {
      return await send(asked);
    } catch (error) {
      if (!isOfQuery(error) || asked.length < 2 || left < 2) return asked.map(() => error);
      left -= 2;
      const middle = Math.ceil(asked.length / 2);
      const halves = await Promise.all([ask(asked.slice(0, middle)), ask(asked.slice(middle))]);
      return halves.flat();
    }
  };
}

const isOfQuery = (error: unknown): boolean =>
  error instanceof UpstreamError && error.extensions.code === 'UPSTREAM_QUERY_REFUSED';
