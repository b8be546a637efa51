/**
 * `npm run audits` checks the gateway against the GraphQL over HTTP specification with the audits of graphql-http, and
 * prints one row for each audit. `npm run audits -- https://graph.example.org` checks a running gateway. Exits with 1
 * when an audit fails.
 */
import { startStack } from '../../support/stack.ts';
import { summary } from '../load/summary.ts';
import { formatTable } from '../load/table.ts';
import { AUDIT_COUNT, auditGateway } from './audits.ts';

const [url] = process.argv.slice(2);
if (url !== undefined && !URL.canParse(url)) {
  console.error(`expected npm run audits -- <url of a gateway>, got ${url}`);
  process.exit(2);
}

const stack = url === undefined ? await startStack({ hasIndex: false }) : undefined;
const results = await auditGateway(new URL(stack?.url ?? (url as string)).origin);
await stack?.close();

console.log(
  formatTable(
    ['audit', 'level', 'result', 'requirement'],
    results.map(({ id, name, status }) => [id, name.split(' ', 1)[0] as string, status, name]),
  ),
);
const passed = results.filter(({ status }) => status === 'ok').length;
console.log(`\naudits passed: ${passed} of ${AUDIT_COUNT}`);
const failures = results.flatMap((result) =>
  result.status === 'ok' ? [] : [`${result.id}: ${result.reason}`],
);
if (results.length !== AUDIT_COUNT)
  failures.push(`expected ${AUDIT_COUNT} audits, got ${results.length}: update AUDIT_COUNT in audits.ts`);
console.log(
  summary(
    failures,
    'The requirements are in https://graphql.github.io/graphql-over-http; the code is in gateway/http.',
  ),
);
process.exit(failures.length === 0 ? 0 : 1);
