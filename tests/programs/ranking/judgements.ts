import { readFileSync } from 'node:fs';
import { ROOT } from '../../support/stack.ts';

/** What a reader wants from a query. */
export interface Judgement {
  readonly query: string;
  readonly kind: 'topic' | 'name' | 'misspelling' | 'words' | 'synonym' | 'german' | 'speech' | 'symbols';
  /** The language of the reader; default: that of the sample publication. */
  readonly language?: string;
  /**
   * How much the reader wants each page: 3 for what the query asks for, 2 for a good result, 1 for one that touches on it. Other pages
   * have 0. Without grades, the publication has nothing for the reader, and the best response is an empty list.
   */
  readonly grades: Readonly<Record<string, number>>;
}

/** Returns the judged queries over the content of the sample publication. They were written before the ranking was tuned. */
export function readJudgements(): readonly Judgement[] {
  const lines = readFileSync(`${ROOT}tests/programs/ranking/judgements.ndjson`, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Judgement);
}
