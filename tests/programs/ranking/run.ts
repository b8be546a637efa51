/**
 * `npm run ranking` searches the sample publication for judged queries and prints the NDCG@5 of each and their mean; `-- --results`
 * also prints the results. Spoken words are searched as moments.
 */
import { parseArgs } from 'node:util';
import { type Stack, startStack } from '../../support/stack.ts';
import { formatTable } from '../load/table.ts';
import { type Judgement, readJudgements } from './judgements.ts';
import { ndcg } from './ndcg.ts';

const DEPTH = 5;
const PAGES = {
  Article: 'articles',
  Collection: 'collections',
  Film: 'films',
  Person: 'people',
  Topic: 'topics',
};
const SEARCH = `query ($query: String!) {
  search(query: $query, first: ${DEPTH}) {
    nodes {
      __typename
      ... on Article { slug } ... on Collection { slug } ... on Film { slug } ... on Person { slug } ... on Topic { slug }
    }
  }
}`;
const MOMENTS = `query ($query: String!) {
  moments(query: $query, first: 20) { nodes { film { __typename slug } } }
}`;

interface Page {
  readonly __typename: keyof typeof PAGES;
  readonly slug: string;
}

const { values } = parseArgs({ options: { results: { type: 'boolean', default: false } } });
const stack = await startStack({ env: { CONSUME_CHANGES: 'off' } });
try {
  const rows = [];
  for (const judgement of readJudgements()) {
    const results = await resultsOf(stack, judgement);
    rows.push({ judgement, results, score: ndcg(results, judgement.grades, DEPTH) });
  }
  print(rows);
} finally {
  await stack.close();
}

/** Returns the pages of the results, best first. */
async function resultsOf({ query }: Stack, judgement: Judgement): Promise<string[]> {
  const isSpoken = judgement.kind === 'speech';
  const { data, errors } = await query(
    isSpoken ? MOMENTS : SEARCH,
    { query: judgement.query },
    judgement.language,
  );
  if (errors.length > 0) throw new Error(`${judgement.query}: ${JSON.stringify(errors)}`);
  const pages: Page[] = isSpoken
    ? data.moments.nodes.map(({ film }: { film: Page }) => film)
    : data.search.nodes;
  const addresses = pages.map(({ __typename, slug }) => `${PAGES[__typename]}/${slug}`);
  return [...new Set(addresses)].slice(0, DEPTH);
}

function print(
  rows: readonly {
    readonly judgement: Judgement;
    readonly results: readonly string[];
    readonly score: number;
  }[],
): void {
  const mean = (some: typeof rows) => some.reduce((sum, { score }) => sum + score, 0) / some.length;
  console.log(
    formatTable(
      ['kind', 'query', `NDCG@${DEPTH}`, ...(values.results ? ['results with grades'] : [])],
      rows.map(({ judgement: { kind, query, grades }, results, score }) => [
        kind,
        query,
        score.toFixed(3),
        ...(values.results ? [results.map((page) => `${page} ${grades[page] ?? 0}`).join(', ')] : []),
      ]),
    ),
  );
  console.log('');
  for (const [kind, some] of Map.groupBy(rows, ({ judgement }) => judgement.kind))
    console.log(`${kind.padEnd(12)} ${mean(some).toFixed(3)} of ${some.length} queries`);
  console.log(`\nmean NDCG@${DEPTH} of ${rows.length} queries: ${mean(rows).toFixed(3)}`);
}
