import type { Model, ModelField } from '../../gateway/core/model/model.ts';
import { isObject } from '../../gateway/core/validators.ts';
import type { Doc } from './dataset.ts';

/** Implementations of `@groq` expressions other than paths, as functions of the document or object. */
export type Expressions = Readonly<Record<string, (doc: Doc) => unknown>>;

/** Expressions of the objects in rich text. */
const COMMON_EXPRESSIONS: Expressions = { '@': (doc) => doc };

/** Returns whether an expression is a path of attributes, e.g. `slug.current`. */
export const isPath = (expr: string): boolean =>
  /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/.test(expr) && !['null', 'true', 'false'].includes(expr);

/** Checks that each expression of a model has a function: an error of a field would look like an error of the content. @throws Error */
export function checkExpressions({ types }: Pick<Model, 'types'>, expressions: Expressions): void {
  for (const { source } of [...types.values()].flatMap(({ fields }) => [...fields.values()]))
    if (source.kind === 'groq' && !isPath(source.expr)) functionOf(source.expr, expressions);
}

function functionOf(expr: string, expressions: Expressions): (doc: Doc) => unknown {
  const evaluate = expressions[expr] ?? COMMON_EXPRESSIONS[expr];
  if (!evaluate) throw new Error(`expected a function for ${JSON.stringify(expr)}, found none; add it`);
  return evaluate;
}

/** Returns the value of a field before references are resolved: its attribute or the result of its expression. */
export function attributeValue(field: ModelField, doc: Doc, expressions: Expressions): unknown {
  const value = storedValue(field, doc, expressions);
  return field.localized ? valueInLanguage(field, value) : value;
}

function storedValue(field: ModelField, doc: Doc, expressions: Expressions): unknown {
  if (field.source.kind !== 'groq') return attributeAt(doc, field.name);
  const { expr } = field.source;
  if (!isPath(expr)) return functionOf(expr, expressions)(doc);
  return expr.split('.').reduce<unknown>(attributeAt, doc);
}

/** A document without an attribute `constructor` inherits one from `Object`. */
const attributeAt = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** Returns the value of a localized field in a language; null if it has none. */
export function valueInLanguage({ localized, shape }: ModelField, stored: unknown, language = 'en'): unknown {
  const inner = (value: unknown) => (localized?.path ? (value as Doc | undefined)?.[localized.path] : value);
  if (Array.isArray(stored)) {
    const isEntry = (entry: unknown) => isObject(entry) && (entry.value != null || entry._key === language);
    if (!stored.some(isEntry)) return stored;
    return inner(stored.find((entry) => [entry?.language, entry?._key].includes(language))?.value) ?? null;
  }
  const value = inner((stored as Doc | null)?.[language]);
  if (value != null) return value;
  const isPlain = shape === 'scalar' && typeof inner(stored) !== 'object';
  return isPlain ? inner(stored) : null;
}
