import { parse } from 'groq-js';
import type { ModelType } from '../../core/model/model.ts';

/** Returns the names of the attributes that the `@groq` expressions of a type read. */
export const attributesRead = ({ fields }: ModelType): ReadonlySet<string> =>
  new Set(
    [...fields.values()].flatMap(({ source }) =>
      // The line break ends a comment at the end of the expression.
      source.kind === 'groq' ? namesIn(parse(`${source.expr}\n`)) : [],
    ),
  );

/** Returns the names of the attributes in a parsed expression, also of other documents. */
function namesIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { type, name } = node as { readonly type?: unknown; readonly name?: unknown };
  const own = type === 'AccessAttribute' && typeof name === 'string' ? [name] : [];
  return [...own, ...Object.values(node).flatMap(namesIn)];
}
