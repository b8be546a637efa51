import { type Condition, holds } from '../../../core/selection.ts';
import type { Validator } from '../../../core/validators.ts';

/** What a piece of GROQ needs to become text. */
export interface GroqScope {
  /** The operation's variables, coerced. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Registers a value of the client's and answers the parameter that stands for it; values never enter the text. */
  param(value: unknown): string;
  /** Notes each `_type` whose documents the piece reads. */
  read(types: readonly string[]): void;
}

/** GROQ that is the same for every request, or that depends on the variables. */
export type Groq = string | ((scope: GroqScope) => string);

/** A compiled piece, and what is answered to it. */
export interface Piece {
  readonly groq: Groq;
  readonly shape: Validator;
}

/** A query and its parameters. In the text `SLOT` stands where the loader puts the name of the query's own place. */
export interface Expression {
  readonly groq: string;
  readonly params: readonly unknown[];
  /** Each `_type` whose documents it reads. */
  readonly reads: readonly string[];
  /** What is answered to it. */
  readonly shape: Validator;
}

/** Not a character of GROQ, so it can only stand where `param` put it. */
export const SLOT = '\u0000';

/** GROQ from a template; text at once when all its parts are. */
export function groq(strings: TemplateStringsArray, ...parts: readonly (Groq | number)[]): Groq {
  const join = (render: (part: Groq | number) => string) =>
    strings.reduce(
      (text, string, i) => text + string + (i < parts.length ? render(parts[i] as Groq) : ''),
      '',
    );
  if (parts.every((part) => typeof part !== 'function')) return join(String);
  return (scope) => join((part) => renderIn(part, scope));
}

/** An object or a projection of these attributes; those that render to nothing are left out. */
export function groqObject(attributes: readonly Groq[]): Groq {
  const join = (texts: readonly string[]) => `{${texts.filter((text) => text !== '').join(', ')}}`;
  if (attributes.every((attribute) => typeof attribute === 'string')) return join(attributes as string[]);
  return (scope) => join(attributes.map((attribute) => renderIn(attribute, scope)));
}

/** The piece when one of the conditions holds, nothing otherwise. */
export function groqWhen(conditions: readonly Condition[], piece: Groq): Groq {
  if (conditions.some((condition) => condition.length === 0)) return piece;
  return (scope) => (holds(conditions, scope.variables) ? renderIn(piece, scope) : '');
}

/** The text of a piece within a query that is being rendered. */
export const renderIn = (piece: Groq | number, scope: GroqScope): string =>
  typeof piece === 'function' ? piece(scope) : String(piece);

/** The text and parameters of a piece under these variables. */
export function renderExpression(
  { groq: piece, shape }: Piece,
  variables: Readonly<Record<string, unknown>>,
): Expression {
  const params: unknown[] = [];
  const param = (value: unknown) => `$${SLOT}${params.push(value) - 1}`;
  const reads = new Set<string>();
  const read = (types: readonly string[]) => {
    for (const type of types) reads.add(type);
  };
  return { groq: renderIn(piece, { variables, param, read }), params, reads: [...reads], shape };
}

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** Words that GROQ reads as operators or literals where an attribute may stand. */
const KEYWORDS = new Set(['true', 'false', 'null', 'in', 'match', 'asc', 'desc']);

/** An attribute of the value at hand, also when it is named like a word of the language. */
export const attribute = (name: string): string =>
  IDENTIFIER.test(name) && !KEYWORDS.has(name) ? name : `@[${JSON.stringify(name)}]`;

/** The same attribute of another value than the one at hand, as it is written after that value. */
export const attributeOf = (path: string): string => (path.startsWith('@') ? path.slice(1) : `.${path}`);

/** The same attribute seen from inside a filter: one scope further out. */
export const outerAttribute = (path: string): string => `^${attributeOf(path)}`;

/** Whether an expression is a plain path of attributes. */
export const isPath = (expr: string): boolean =>
  expr.split('.').every((part) => IDENTIFIER.test(part) && !KEYWORDS.has(part));
