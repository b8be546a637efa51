import type { Audit } from './audit.ts';
import { SEPTEMBER_2026_AUDITS } from './september2026Audits.ts';

/** The audits by POST, by the method QUERY (RFC 10008). The release does not mention it, so other servers may lack it. */
export const QUERY_AUDITS: readonly Audit[] = SEPTEMBER_2026_AUDITS.filter(
  ({ request }) => request.method === undefined,
).map(({ id, level, requirement, request, expected }) => ({
  id: `query.${id}`,
  level,
  requirement: `${requirement}, by QUERY`,
  request: { ...request, method: 'QUERY' },
  expected,
}));
