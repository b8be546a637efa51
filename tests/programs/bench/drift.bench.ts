import { runTurmoil } from '../../support/convergence/scenario.ts';

/*
 * Whether the index and the answers stay true through thousands of edits that are told twice, late, in any order or not
 * at all, to a gateway that is killed now and then.
 * `node tests/programs/bench/drift.bench.ts [edits] [kills] [seed]`
 */
const [edits = '10000', kills = '20', seed = 'bench'] = process.argv.slice(2);
const shown = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

const outcome = await runTurmoil({
  edits: Number(edits),
  kills: Number(kills),
  captions: 0.02,
  seed,
  say: (line) => console.log(line),
});
console.log(
  `\n${edits} edits in ${shown(outcome.editing)}, ${kills} deaths, at rest ${shown(outcome.settling)} later\n`,
);
for (const [what, times] of Object.entries(outcome.edits).sort(([, a], [, b]) => b - a))
  console.log(`${String(times).padStart(6)}  ${what}`);
console.log(`\n${outcome.check.join('\n')}`);
console.log(`\n${outcome.stale.length} of ${outcome.questions} answers stale`);
if (!outcome.isClean || outcome.stale.length > 0) {
  console.error(`expected an index true to its sources and no stale answer\n${outcome.stale.join('\n')}`);
  process.exitCode = 1;
}
