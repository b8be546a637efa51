import { type ExprNode, evaluate, parse } from 'groq-js';
import type { Document } from './document.ts';
import type { DocumentChange } from './store.ts';

/** Characters of a webhook's filter or projection. */
const LONGEST = 20_000;

/** Where an expression is asked. */
interface Surroundings {
  sanity: { projectId: string; dataset: string };
  /** The document that a reference leads to. */
  document(id: string): Document | undefined;
}

/**
 * A webhook's filter or projection: GROQ about one change, with `before()`, `after()` and `delta::…`. `@` is the
 * document as it is now, or as it was when it is deleted; references are followed, other queries are not
 * (https://www.sanity.io/docs/content-lake/webhooks).
 * @throws Error for what cannot be parsed
 */
export function hookExpression(
  groq: string,
  { sanity, document }: Surroundings,
): (change: DocumentChange) => Promise<unknown> {
  if (groq.length > LONGEST) throw new Error(`expected at most ${LONGEST} characters, got ${groq.length}`);
  const tree: ExprNode = parse(groq, { mode: 'delta' });
  // The functions of `delta::` come in the asynchronous kind alone.
  return async ({ before, after }) => {
    const value = await evaluate(tree, {
      root: after ?? before,
      before: before ?? null,
      after: after ?? null,
      dataset: [],
      timestamp: new Date(),
      sanity,
      dereference: async ({ _ref }) => document(_ref),
    });
    return value.get();
  };
}
