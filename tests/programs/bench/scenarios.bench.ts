/**
 * Compares Trivium with `node:http` and with other GraphQL servers: cached responses and pages, graph execution, upstream
 * calls and scaling. `npm run bench -- scenarios --rounds 5 --only execution,upstream`
 *   --against HEAD~20    compares with a commit instead; exits with 1 if a scenario is slower
 *   --rounds 5           alternating rounds; the figures are medians
 *   --only cached,…      groups: cached, execution, upstream, rows, operations, documents, workers
 *   --documents 10000    largest number of documents
 *   --write              also replaces the tables of these groups in docs/performance.md
 */

import { bundleGateway } from '../../../gateway/cli/bundleGateway.ts';
import { packageFile } from '../../../gateway/core/packageFiles.ts';
import { readArguments, readPositive } from '../load/readArguments.ts';
import { measureAgainst } from './scenarios/against.ts';
import { measureCached } from './scenarios/cachedScenarios.ts';
import { measureExecution, measureUpstreamCalls } from './scenarios/graphScenarios.ts';
import { formatTables, writeTables } from './scenarios/report.ts';
import {
  measureDocuments,
  measureOperations,
  measureRowsAndConnections,
} from './scenarios/scalingScenarios.ts';
import { installPeers } from './scenarios/servers.ts';
import { measureWorkers } from './scenarios/workersScenario.ts';

const { values } = readArguments({
  options: {
    against: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string' },
    documents: { type: 'string', default: '10000' },
    write: { type: 'boolean', default: false },
  },
});
const rounds = readPositive('--rounds', values.rounds);
const maxDocuments = readPositive('--documents', values.documents);
const GROUPS = {
  cached: () => measureCached(rounds),
  execution: () => measureExecution(rounds),
  upstream: () => measureUpstreamCalls(rounds),
  rows: () => measureRowsAndConnections(rounds),
  operations: measureOperations,
  documents: () => measureDocuments(rounds, maxDocuments),
  workers: () => measureWorkers(rounds),
};
const names = values.only?.split(',') ?? Object.keys(GROUPS);
const isGroup = (name: string): name is keyof typeof GROUPS => Object.hasOwn(GROUPS, name);
if (!(rounds >= 1 && maxDocuments >= 100) || !names.every(isGroup)) {
  console.error(
    `expected --rounds from 1, --documents from 100 and --only with some of ${Object.keys(GROUPS)}, got ${JSON.stringify(values)}`,
  );
  process.exit(2);
}

// The servers end with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
if (values.against !== undefined) {
  const { table, isSlower } = await measureAgainst(values.against, rounds, names);
  console.log(formatTables([table]));
  process.exit(isSlower ? 1 : 0);
}
installPeers();
await bundleGateway(packageFile('dist'));
for (const name of names) {
  const text = formatTables(await GROUPS[name]());
  console.log(`${text}\n`);
  if (values.write) writeTables(name, text);
}
