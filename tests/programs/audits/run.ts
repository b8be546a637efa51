/**
 * `npm run audits` checks the gateway against GraphQL over HTTP, September 2026, and against the audits of graphql-http,
 * which follow its draft. `-- --url <url>` audits the release on any server, with `--partial <query>` also for data with
 * errors. Exits with 1 when an audit fails.
 */

import { startStack } from '../../support/stack.ts';
import { readArguments } from '../load/readArguments.ts';
import { summary } from '../load/summary.ts';
import { formatTable } from '../load/table.ts';
import { GRAPHQL_HTTP_AUDIT_COUNT, runGraphqlHttpAudits } from './graphqlHttpAudits.ts';
import { QUERY_AUDITS } from './queryAudits.ts';
import { type AuditOutcome, runAudits } from './runAudits.ts';
import { PARTIAL_QUERY, partialAudits, SEPTEMBER_2026_AUDITS, SUPERSEDED } from './september2026Audits.ts';

const { values } = readArguments({
  options: { url: { type: 'string' }, partial: { type: 'string' } },
});
if (values.url !== undefined && !URL.canParse(values.url)) {
  console.error(`expected npm run audits -- --url <url of a graph>, got ${values.url}`);
  process.exit(2);
}
const failures = values.url === undefined ? await auditOwnGateway() : await auditServer(values.url);
console.log(
  summary(
    failures,
    'The requirements are in https://http-spec.graphql.org/September2026; the code is in gateway/http/graphql.',
  ),
);
process.exit(failures.length === 0 ? 0 : 1);

async function auditServer(url: string): Promise<string[]> {
  const { partial } = values;
  const outcomes = await runAudits(url, [
    ...SEPTEMBER_2026_AUDITS,
    ...(partial ? partialAudits(partial) : []),
  ]);
  return report(outcomes);
}

/** Audits a gateway of this repository. */
async function auditOwnGateway(): Promise<string[]> {
  const stack = await startStack({ hasIndex: false });
  try {
    const outcomes = await runAudits(`${stack.url}/graphql`, [
      ...SEPTEMBER_2026_AUDITS,
      ...partialAudits(PARTIAL_QUERY),
    ]);
    const queryOutcomes = await runAudits(`${stack.url}/graphql`, QUERY_AUDITS);
    const release = await runGraphqlHttpAudits(`${stack.url}/graphql`);
    const failed = release
      .filter(({ id, status }) => status !== 'ok' && !SUPERSEDED.has(id))
      .map(({ id, name }) => `graphql-http ${id}: ${name}`);
    if (release.length !== GRAPHQL_HTTP_AUDIT_COUNT)
      failed.push(`expected ${GRAPHQL_HTTP_AUDIT_COUNT} audits of graphql-http, got ${release.length}`);
    const differing = release.filter(({ status }) => status !== 'ok').map(({ id }) => id);
    console.log(
      `graphql-http: ${release.length - differing.length} of ${release.length} pass, ${differing.length} differ`,
    );
    for (const id of differing) console.log(`  ${id}: superseded by ${SUPERSEDED.get(id) ?? 'no audit'}`);
    console.log('');
    return [...report([...outcomes, ...queryOutcomes]), ...failed];
  } finally {
    await stack.close();
  }
}

/** Prints the outcomes. Returns the failures. */
function report(outcomes: readonly AuditOutcome[]): string[] {
  console.log(
    formatTable(
      ['audit', 'level', 'result', 'requirement'],
      outcomes.map(({ audit, failure }) => [
        audit.id,
        audit.level,
        failure ? 'failed' : 'passed',
        audit.requirement,
      ]),
    ),
  );
  const failed = outcomes.flatMap(({ audit, failure }) => (failure ? [`${audit.id}: ${failure}`] : []));
  console.log(`\naudits passed: ${outcomes.length - failed.length} of ${outcomes.length}`);
  return failed;
}
