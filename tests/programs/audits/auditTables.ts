import type { AuditResult } from 'graphql-http';
import { markdownTable } from '../load/markdownTable.ts';
import type { AuditOutcome } from './runAudits.ts';
import { SEPTEMBER_2026_AUDITS } from './september2026Audits.ts';

/** Audits of graphql-http that the release contradicts, and the audit of the release for each. */
export const SUPERSEDED: ReadonlyMap<string, string> = new Map(
  SEPTEMBER_2026_AUDITS.flatMap(({ id, supersedes = [] }) => supersedes.map((old) => [old, id] as const)),
);

/** Returns the page with the results of all audits. */
export function auditPage(
  outcomes: readonly AuditOutcome[],
  queryOutcomes: readonly AuditOutcome[],
  graphqlHttp: readonly AuditResult[],
): string {
  const isPassed = ({ status }: Pick<AuditResult, 'status'>) => (status === 'ok' ? 'passes' : 'differs');
  return `# Audits of GraphQL over HTTP

Written by \`npm run audits -- --write\`. \`npm run audits -- --url https://graph.example.org/graphql\` audits any server; \`--partial '<query>'\` adds the audits of data with errors, for a query whose result has both.

## September 2026

The audits are data, in \`tests/programs/audits/september2026Audits.ts\`. *Supersedes* names the audits of graphql-http that expect something else of the same request.

${markdownTable(
  ['id', 'level', 'requirement', 'result', 'supersedes'],
  outcomes.map(({ audit, failure }) => [
    `\`${audit.id}\``,
    audit.level,
    audit.requirement,
    failure ?? 'passes',
    audit.supersedes?.join(', ') ?? '',
  ]),
)}

The audits by POST also run by QUERY (RFC 10008): ${queryOutcomes.filter(({ failure }) => !failure).length} of ${queryOutcomes.length} pass.

## Draft of 2023

The audits of graphql-http 1.23.

${markdownTable(
  ['id', 'requirement', 'result', 'superseded by'],
  graphqlHttp.map((result) => [
    result.id,
    result.name,
    isPassed(result),
    SUPERSEDED.has(result.id) ? `\`${SUPERSEDED.get(result.id)}\`` : '',
  ]),
)}
`;
}
