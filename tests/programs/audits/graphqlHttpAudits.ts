import { type AuditResult, auditServer } from 'graphql-http';

/** Number of audits in graphql-http 1.23, which follow the draft of 2023. */
export const GRAPHQL_HTTP_AUDIT_COUNT = 61;

/**
 * Runs the audits of graphql-http.
 * @param url the address of the graph
 */
export const runGraphqlHttpAudits = (url: string): Promise<AuditResult[]> =>
  auditServer({ url, fetchFn: fetch });
