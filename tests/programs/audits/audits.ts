import { type AuditResult, auditServer } from 'graphql-http';

/** Audits that graphql-http has. */
export const AUDITS = 61;

/** Runs the audits of graphql-http against a gateway's origin. */
export const auditGraph = (origin: string): Promise<AuditResult[]> =>
  auditServer({ url: `${origin}/graphql`, fetchFn: withPreflight });

/** Any client outside a browser sends such a header; without it a page of another site could ask in its reader's name. */
const withPreflight: typeof fetch = (input, init) =>
  fetch(input, {
    ...init,
    headers: { ...(init?.headers as Record<string, string>), 'apollo-require-preflight': '1' },
  });
