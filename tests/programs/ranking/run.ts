/**
 * `npm run ranking` searches the sample publication for judged queries and prints the NDCG@5 of each and their mean; `-- --results`
 * also prints the results.
 */

import { startStack } from '../../support/stack.ts';
import { readArguments } from '../load/readArguments.ts';
import { formatTable } from '../load/table.ts';
import { DEPTH, type JudgedSearch, meanScore, searchJudged } from './searchJudged.ts';

const { values } = readArguments({ options: { results: { type: 'boolean', default: false } } });
const stack = await startStack({ env: { CONSUME_CHANGES: 'off' } });
try {
  print(await searchJudged(stack));
} finally {
  await stack.close();
}

function print(searches: readonly JudgedSearch[]): void {
  console.log(
    formatTable(
      ['kind', 'query', `NDCG@${DEPTH}`, ...(values.results ? ['results with grades'] : [])],
      searches.map(({ judgement: { kind, query, grades }, results, score }) => [
        kind,
        query,
        score.toFixed(3),
        ...(values.results ? [results.map((page) => `${page} ${grades[page] ?? 0}`).join(', ')] : []),
      ]),
    ),
  );
  console.log('');
  for (const [kind, some] of Map.groupBy(searches, ({ judgement }) => judgement.kind))
    console.log(`${kind.padEnd(12)} ${meanScore(some).toFixed(3)} of ${some.length} queries`);
  console.log(`\nmean NDCG@${DEPTH} of ${searches.length} queries: ${meanScore(searches).toFixed(3)}`);
}
