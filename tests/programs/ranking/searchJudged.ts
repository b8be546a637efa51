import type { Stack } from '../../support/stack.ts';
import { type Judgement, readJudgements } from './judgements.ts';
import { ndcg } from './ndcg.ts';

/** The number of results that count. */
export const DEPTH = 5;
const PAGES = {
  Article: 'articles',
  Collection: 'collections',
  Contributor: 'authors',
  Film: 'films',
  Person: 'people',
  Topic: 'topics',
};
const SEARCH = `query ($query: String!) {
  search(query: $query, first: ${DEPTH}) {
    nodes {
      __typename
      ... on Article { slug } ... on Collection { slug } ... on Film { slug } ... on Person { slug } ... on Topic { slug }
      ... on Contributor { authorSlug: slug }
    }
  }
}`;
const MOMENTS = `query ($query: String!) {
  moments(query: $query, first: 20) { nodes { film { __typename slug } } }
}`;

interface Page {
  readonly __typename: keyof typeof PAGES;
  readonly slug?: string;
  readonly authorSlug?: string;
}

/** A judged query with its results. */
export interface JudgedSearch {
  readonly judgement: Judgement;
  /** Addresses of pages, best first. */
  readonly results: readonly string[];
  /** See `ndcg`. */
  readonly score: number;
}

/** Searches the sample publication for all judged queries. Spoken words are searched as moments. */
export async function searchJudged(stack: Pick<Stack, 'query'>): Promise<readonly JudgedSearch[]> {
  const searches: JudgedSearch[] = [];
  for (const judgement of readJudgements()) {
    const results = await resultsOf(stack, judgement);
    searches.push({ judgement, results, score: ndcg(results, judgement.grades, DEPTH) });
  }
  return searches;
}

/** Returns the mean of the scores. */
export const meanScore = (searches: readonly JudgedSearch[]): number =>
  searches.reduce((sum, { score }) => sum + score, 0) / searches.length;

/** Returns the pages of the results, best first. */
async function resultsOf({ query }: Pick<Stack, 'query'>, judgement: Judgement): Promise<string[]> {
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
  const addresses = pages.map(
    ({ __typename, slug, authorSlug }) => `${PAGES[__typename]}/${slug ?? authorSlug}`,
  );
  return [...new Set(addresses)].slice(0, DEPTH);
}
