/**
 * `npm run audits` holds the graph to GraphQL over HTTP by the audits of graphql-http, a line for each;
 * `npm run audits -- https://graph.example.org` does so for a gateway that runs somewhere.
 * Ends with 1 when one is not kept.
 */
import { openHouse } from '../../support/stack.ts';
import { tableOf } from '../load/table.ts';
import { AUDITS, auditGraph } from './audits.ts';

const [url] = process.argv.slice(2);
if (url !== undefined && !URL.canParse(url)) {
  console.error(`expected npm run audits -- <url of a gateway>, got ${url}`);
  process.exit(2);
}

const house = url === undefined ? await openHouse({ indexed: false }) : undefined;
const results = await auditGraph(new URL(house?.url ?? (url as string)).origin);
await house?.close();

console.log(
  tableOf(
    ['audit', 'level', 'came', 'what is promised'],
    results.map(({ id, name, status }) => [id, name.split(' ', 1)[0] as string, status, name]),
  ),
);
const kept = results.filter(({ status }) => status === 'ok').length;
console.log(`\n${kept} of ${AUDITS} kept`);
for (const result of results) if (result.status !== 'ok') console.log(`${result.id}: ${result.reason}`);
process.exit(kept === AUDITS && results.length === AUDITS ? 0 : 1);
