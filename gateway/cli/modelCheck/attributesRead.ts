import type { ModelType } from '../../core/model/model.ts';
import { parseExpression, withDescendants } from '../../providers/content/groq/expressionTree.ts';

/** Returns the names of the attributes that the `@groq` expressions of a type read, also of other documents. */
export const attributesRead = ({ fields }: ModelType): ReadonlySet<string> =>
  new Set(
    [...fields.values()]
      .flatMap(({ source }) => (source.kind === 'groq' ? withDescendants(parseExpression(source.expr)) : []))
      .flatMap(({ type, name }) => (type === 'AccessAttribute' && name !== undefined ? [name] : [])),
  );
