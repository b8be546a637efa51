import type { Row } from '../../core/context.ts';
import { listOf } from '../../core/validators.ts';
import { type Expression, SLOT } from './groq/groq.ts';

/** A document by its id, under a projection that others may share; its shape is that of the one document. */
export interface RowKey {
  readonly id: string;
  readonly projection: Expression;
}

type Key = Expression | RowKey;

const isRow = (key: Key): key is RowKey => 'id' in key;
const nameOf = (expression: Expression) => JSON.stringify([expression.groq, expression.params]);

/** What tells a key from others: equal ones are asked once. */
export const keyOf = (key: Key): string =>
  isRow(key) ? `${JSON.stringify(key.id)} ${nameOf(key.projection)}` : nameOf(key);

/**
 * The expressions that answer all keys: documents asked by id become one for each projection, the rest stay as they are.
 * `answerTo` takes the answers, in the order of the expressions, and tells the answer to a key;
 * what is an `Error` is one for each key that it would have answered.
 */
export function groupKeys(keys: readonly Key[]): {
  expressions: readonly Expression[];
  answerTo(answers: readonly unknown[]): (key: Key) => unknown;
} {
  const single = keys.filter((key): key is Expression => !isRow(key));
  const places = new Map(single.map((key, i): [Key, number] => [key, i]));
  const groups = new Map<string, { place: number; projection: Expression; ids: string[] }>();
  for (const key of keys.filter(isRow)) {
    const name = nameOf(key.projection);
    const place = single.length + groups.size;
    const group = groups.get(name) ?? { place, projection: key.projection, ids: [] };
    group.ids.push(key.id);
    groups.set(name, group);
    places.set(key, group.place);
  }
  const grouped = [...groups.values()].map(
    ({ projection: { groq, params, reads, shape }, ids }): Expression => ({
      groq: `*[_id in $${SLOT}${params.length}]${groq}`,
      params: [...params, ids],
      reads,
      shape: listOf(shape),
    }),
  );
  return {
    expressions: [...single, ...grouped],
    answerTo(answers) {
      const groups = answers
        .slice(single.length)
        .map((answer) => (answer instanceof Error ? answer : byId(answer as Row[])));
      return (key) => {
        const place = places.get(key) as number;
        if (!isRow(key)) return answers[place];
        const rows = groups[place - single.length];
        return rows instanceof Error ? rows : (rows?.get(key.id) ?? null);
      };
    },
  };
}

const byId = (rows: readonly Row[]): Map<string, Row> => new Map(rows.map((row) => [row['@id'], row]));

/** One query for several expressions, `{"q0": …, "q1": …}`, each with parameters of its own. */
export function mergeQueries(expressions: readonly Expression[]): {
  groq: string;
  params: Record<string, unknown>;
  reads: string[];
  /** Whether an answer has for each expression what it is answered. */
  fits(result: Readonly<Record<string, unknown>>): boolean;
} {
  const params: Record<string, unknown> = {};
  const parts = expressions.map((expression, i) => {
    for (const [n, value] of expression.params.entries()) params[`q${i}_${n}`] = value;
    return `"q${i}": ${expression.groq.replaceAll(SLOT, `q${i}_`)}`;
  });
  const reads = [...new Set(expressions.flatMap((expression) => expression.reads))];
  return {
    groq: `{${parts.join(', ')}}`,
    params,
    reads,
    fits: (result) => expressions.every(({ shape }, i) => shape(result[`q${i}`])),
  };
}
