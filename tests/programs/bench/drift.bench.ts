import { runScenario } from '../../support/convergence/scenario.ts';

/*
 * Measures the search index and the responses after thousands of edits. Webhooks arrive late, twice, in any order or
 * not at all, and the gateway is killed at random. Exits with 1 when the index or a response is stale at the end.
 * `node tests/programs/bench/drift.bench.ts [edits] [kills] [seed]`
 */
const [edits = '10000', kills = '20', seed = 'bench'] = process.argv.slice(2);
const formatSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

const result = await runScenario({
  edits: Number(edits),
  kills: Number(kills),
  captions: 0.02,
  seed,
  onProgress: (line) => console.log(line),
});
console.log(
  `\nedits: ${edits} in ${formatSeconds(result.editMs)}; kills: ${kills}; all work done ${formatSeconds(result.settleMs)} after the last edit\n`,
);
for (const [kind, count] of Object.entries(result.edits).sort(([, a], [, b]) => b - a))
  console.log(`${String(count).padStart(6)}  ${kind}`);
console.log(`\n${result.check.join('\n')}`);
console.log(`\nstale responses: ${result.staleQueries.length} of ${result.queryCount}`);
if (!result.isClean || result.staleQueries.length > 0) {
  console.error(
    `expected an index equal to its sources and no stale response, got\n${result.staleQueries.join('\n')}`,
  );
  process.exitCode = 1;
}
