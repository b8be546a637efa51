import { type AuditResult, auditServer } from 'graphql-http';

/** Number of audits in graphql-http. */
export const AUDIT_COUNT = 61;

/** Runs the GraphQL over HTTP audits of graphql-http against a gateway. */
export const auditGateway = (origin: string): Promise<AuditResult[]> =>
  auditServer({ url: `${origin}/graphql`, fetchFn: fetch });
