import { type ExprNode, evaluate, parse } from 'groq-js';
import type { Document } from '../documents/document.ts';
import type { DocumentChange } from '../documents/store.ts';
import { readDateTime, replaceDateTimes } from '../query/dateTimes.ts';
import { restrictToLocalReferences } from '../query/localReferences.ts';
import { checkFunctions } from '../query/parseQuery.ts';

/** Maximum length of a webhook's filter or projection, in characters. */
const MAX_EXPRESSION_CHARACTERS = 20_000;

/** The context of an evaluation. */
interface ExpressionContext {
  sanity: { projectId: string; dataset: string };
  /** Returns the document of a reference. */
  document(id: string): Document | undefined;
}

/**
 * Compiles a webhook's filter or projection: GROQ about one change, with `before()`, `after()` and
 * `delta::…`. `@` is the document after the change, or before its deletion; references resolve, other queries
 * are empty (https://www.sanity.io/docs/content-lake/webhooks).
 * @throws Error for a syntax error, ApiError for a function that the emulator lacks
 */
export function compileWebhookExpression(
  groq: string,
  { sanity, document }: ExpressionContext,
): (change: DocumentChange) => Promise<unknown> {
  if (groq.length > MAX_EXPRESSION_CHARACTERS)
    throw new Error(`expected at most ${MAX_EXPRESSION_CHARACTERS} characters, got ${groq.length}`);
  const parsed: ExprNode = parse(groq, { mode: 'delta' });
  checkFunctions(parsed, groq);
  const tree = replaceDateTimes(restrictToLocalReferences(parsed));
  // The `delta::` functions are asynchronous.
  return async ({ before, after }) => {
    const value = await evaluate(tree, {
      root: after ?? before,
      before: before ?? null,
      after: after ?? null,
      dataset: [],
      timestamp: new Date(),
      sanity,
      dereference: async ({ _ref }) => readDateTime(_ref) ?? document(_ref),
    });
    return value.get();
  };
}
