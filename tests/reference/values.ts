import type { ModelField } from '../../gateway/core/model/model.ts';
import type { Doc } from './dataset.ts';

/** Implementations of `@groq` expressions as functions of the document. */
export type Expressions = Readonly<Record<string, (doc: Doc) => unknown>>;

/** Expressions of the objects in rich text. */
const COMMON_EXPRESSIONS: Expressions = { '@': (doc) => doc, reference: ({ reference }) => reference };

/**
 * Returns the value of a field before references are resolved: its attribute or the result of its expression.
 * @throws Error for an expression without a function
 */
export function attributeValue(field: ModelField, doc: Doc, expressions: Expressions): unknown {
  const value = storedValue(field, doc, expressions);
  return field.localized ? valueInLanguage(field, value) : value;
}

function storedValue(field: ModelField, doc: Doc, expressions: Expressions): unknown {
  if (field.source.kind !== 'groq')
    // A document without an attribute `constructor` inherits one from `Object`.
    return Object.hasOwn(doc, field.name) ? doc[field.name] : undefined;
  const evaluate = expressions[field.source.expr] ?? COMMON_EXPRESSIONS[field.source.expr];
  if (!evaluate)
    throw new Error(`expected a function for ${JSON.stringify(field.source.expr)}, found none; add it`);
  return evaluate(doc);
}

/** Returns the value of a localized field in a language; null if it has none. */
export function valueInLanguage({ localized, shape }: ModelField, stored: unknown, language = 'en'): unknown {
  const inner = (value: unknown) => (localized?.path ? (value as Doc | undefined)?.[localized.path] : value);
  if (Array.isArray(stored))
    return inner(stored.find((entry) => [entry?.language, entry?._key].includes(language))?.value) ?? null;
  const value = inner((stored as Doc | null)?.[language]);
  if (value != null) return value;
  const isPlain = shape === 'scalar' && typeof inner(stored) !== 'object';
  return isPlain ? inner(stored) : null;
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
  const nodeText = (node: InlineNode) => node.text ?? inlineText(node) ?? '';
  if (!Array.isArray(value)) return undefined;
  return value
    .filter((block) => block?._type === 'block')
    .map((block) => (block.children ?? []).map(nodeText).join(''))
    .join('\n\n');
}
