import type { ModelField } from '../../gateway/core/model/model.ts';
import type { Doc } from './dataset.ts';

/** Implementations of `@groq` expressions as functions of the document. */
export type Expressions = Readonly<Record<string, (doc: Doc) => unknown>>;

/**
 * Returns the value of a field before it is dereferenced or shaped: its attribute or the result of its expression.
 * @throws Error for an expression that has no function.
 */
export function attributeValue(field: ModelField, doc: Doc, expressions: Expressions): unknown {
  if (field.origin.kind !== 'groq') return doc[field.name];
  const meaning = expressions[field.origin.expr];
  if (!meaning)
    throw new Error(`expected a function for ${JSON.stringify(field.origin.expr)}, found none; add it`);
  return meaning(doc);
}

type InlineNode = Readonly<Record<string, unknown>>;

/**
 * Returns the plain text of Portable Text; blocks are separated by an empty line.
 * @param inlineText the text of inline nodes other than spans; empty by default
 */
export function plainText(
  value: unknown,
  inlineText: (node: InlineNode) => string | undefined = () => undefined,
): string | undefined {
  const words = (node: InlineNode) => node.text ?? inlineText(node) ?? '';
  if (!Array.isArray(value)) return undefined;
  return value
    .filter((block) => block?._type === 'block')
    .map((block) => (block.children ?? []).map(words).join(''))
    .join('\n\n');
}
