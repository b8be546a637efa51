import type { FieldSource, ModelField } from '../../../core/model/model.ts';
import { type Conditions, holds } from '../../../core/selection.ts';
import type { Validator } from '../../../core/validators.ts';

/** The context in which GROQ is rendered. */
export interface GroqScope {
  /** The operation's coerced variables. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Adds a client's value as a parameter and returns the parameter's name: values are never part of the query text. */
  addParam(value: unknown): string;
  /** Adds `_type`s of documents that the query reads. */
  addDocumentTypes(types: readonly string[]): void;
  /** True if the caller sees private documents; see `visibility.ts`. */
  readonly readsPrivate: boolean;
  /** The `_type`s in a list of documents of several types, which depend on the scopes of the caller. */
  readonly listedTypes?: readonly string[];
}

/** Adds a client's value as a parameter and returns the parameter's name. */
export type AddParam = GroqScope['addParam'];

/** GROQ text, or a function of the variables. */
export type Groq = string | ((scope: GroqScope) => string);

/** A compiled expression and the validator of its result. */
export interface CompiledExpression {
  readonly groq: Groq;
  readonly isValid: Validator;
  /** What is rendered of it, by the coerced variables. Absent if it also depends on something else. */
  readonly rendered?: WeakMap<object, Expression>;
}

/** A rendered expression. The loader replaces `PREFIX_PLACEHOLDER` in its parameter names by a prefix per expression. */
export interface Expression {
  readonly groq: string;
  readonly params: readonly unknown[];
  /** The `_type`s of the documents that it reads. */
  readonly documentTypes: readonly string[];
  readonly isValid: Validator;
}

/** NUL is not valid in GROQ, so it occurs only in parameter names. */
export const PREFIX_PLACEHOLDER = '\u0000';

/**
 * Stands for `true` or `false`, whether the caller sees private documents. Projections contain it as text, so that equal
 * projections of several types are in a query once.
 */
export const READS_PRIVATE = '\u0001';

/** Joins the parts of a template to GROQ; the result is text if all parts are. */
export function groq(strings: TemplateStringsArray, ...parts: readonly (Groq | number)[]): Groq {
  const join = (render: (part: Groq | number) => string) =>
    strings.reduce(
      (text, string, i) => text + string + (i < parts.length ? render(parts[i] as Groq) : ''),
      '',
    );
  if (parts.every((part) => typeof part !== 'function')) return join(String);
  return (scope) => join((part) => renderIn(part, scope));
}

/** Returns an object or projection with these attributes, without those that render to an empty text. */
export function groqObject(attributes: readonly Groq[]): Groq {
  const join = (texts: readonly string[]) => `{${texts.filter((text) => text !== '').join(', ')}}`;
  if (attributes.every((attribute) => typeof attribute === 'string')) return join(attributes as string[]);
  return (scope) => join(attributes.map((attribute) => renderIn(attribute, scope)));
}

/** Returns GROQ that renders to an empty text unless one of the conditions holds. */
export function groqWhen(conditions: readonly Conditions[], content: Groq): Groq {
  if (conditions.some((condition) => condition.length === 0)) return content;
  return (scope) => (holds(conditions, scope.variables) ? renderIn(content, scope) : '');
}

/** Renders GROQ within a query that is being rendered. */
export const renderIn = (content: Groq | number, scope: GroqScope): string =>
  typeof content === 'function' ? content(scope) : String(content);

/** Renders GROQ that depends on no variables, for queries without a caller. */
export const renderPublic = (content: Groq): string =>
  renderExpression({ groq: content, isValid: () => true }, {}, false).groq;

/** Renders a compiled expression with the operation's variables. @param readsPrivate see `GroqScope` */
export function renderExpression(
  compiled: CompiledExpression,
  variables: Readonly<Record<string, unknown>>,
  readsPrivate: boolean,
): Expression {
  const known = compiled.rendered?.get(variables);
  if (known) return known;
  const expression = render(compiled, variables, readsPrivate);
  compiled.rendered?.set(variables, expression);
  return expression;
}

function render(
  { groq: content, isValid }: CompiledExpression,
  variables: Readonly<Record<string, unknown>>,
  readsPrivate: boolean,
): Expression {
  const params: unknown[] = [];
  const documentTypes = new Set<string>();
  const scope: GroqScope = {
    variables,
    readsPrivate,
    addParam: (value) => `$${PREFIX_PLACEHOLDER}${params.push(value) - 1}`,
    addDocumentTypes(types) {
      for (const type of types) documentTypes.add(type);
    },
  };
  const text = renderIn(content, scope).replaceAll(READS_PRIVATE, String(readsPrivate));
  return { groq: text, params, documentTypes: [...documentTypes], isValid };
}

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** GROQ parses these names as operators or literals. */
const KEYWORDS = new Set(['true', 'false', 'null', 'in', 'match', 'asc', 'desc']);

/** Returns GROQ for an attribute of the current value regardless of its name. */
export const attribute = (name: string): string =>
  IDENTIFIER.test(name) && !KEYWORDS.has(name) ? name : `@[${JSON.stringify(name)}]`;

/** Returns the suffix that reads the attribute of another value. */
export const attributeOf = (path: string): string => (path.startsWith('@') ? path.slice(1) : `.${path}`);

/** Returns GROQ for the attribute of the enclosing scope, for use inside a filter. */
export const outerAttribute = (path: string): string => `^${attributeOf(path)}`;

/** True if an expression is a plain path of attributes. */
export const isPath = (expr: string): boolean =>
  expr.split('.').every((part) => IDENTIFIER.test(part) && !KEYWORDS.has(part));

/** Returns the path of the attributes that a field returns; undefined for an expression and for other sources. */
export function attributePath({ name, source }: Pick<ModelField, 'name' | 'source'>): string | undefined {
  if (source.kind === 'attribute') return name;
  if (source.kind === 'asset') return source.attribute;
  return source.kind === 'groq' && isPath(source.expr) ? source.expr : undefined;
}

/** Returns the paths of the values that a path leads through: the empty path and `a` for `a.b`, none for an empty path. */
export function pathsBefore(path: string): readonly string[] {
  const names = path === '' ? [] : path.split('.');
  return names.map((_, i) => names.slice(0, i).join('.'));
}

/** Delimiters of a call in GROQ that is being composed: GROQ has no control characters. */
const [BEGIN, PROJECTION, END] = ['\u0002', '\u0003', '\u0004'];
const CALL = new RegExp(`${BEGIN}([^${PROJECTION}]*)${PROJECTION}([^${END}]*)${END}`, 'g');

/**
 * Returns GROQ for a projected value. A query contains the projection once, as a function of GROQ, however often it is called: see
 * `declareFunctions`.
 * @param projection in braces; it refers to no scope around it, and contains no call
 */
export const callGroq = (value: string, projection: string): string =>
  `${BEGIN}${value}${PROJECTION}${projection}${END}`;

/** Returns GROQ with the projections of its calls in their places. */
export const expandCalls = (groq: string): string => groq.replace(CALL, '$1$2');

/** Returns the projections that GROQ calls as functions. */
export const calledProjections = (groq: string): readonly string[] =>
  [...groq.matchAll(CALL)].map(([, , projection = '']) => projection);

/** Returns a complete query, with the functions that it calls at its beginning. */
export function declareFunctions(groq: string): string {
  if (!groq.includes(BEGIN)) return groq;
  const names = new Map<string, string>();
  const query = groq.replace(CALL, (_call, value: string, projection: string) => {
    const name = names.get(projection) ?? `trivium::f${names.size}`;
    names.set(projection, name);
    return `${name}(${value})`;
  });
  const declarations = [...names].map(([projection, name]) => `fn ${name}($value) = $value${projection};\n`);
  return `${declarations.join('')}${query}`;
}

/** Returns GROQ for a field's stored value: its attribute, or its `@groq` expression. */
export function fieldGroq({ name, source, localized }: ModelField): string {
  if (localized && !isResolved(source))
    throw new Error(
      `expected ${name} in the model of a language, got it in all languages; see modelOfLocale`,
    );
  if (source.kind !== 'groq') return attribute(name);
  // The line break ends a comment at the end of the expression.
  return isPath(source.expr) ? source.expr : `(${source.expr}\n)`;
}

/** The value in one language is an expression. */
const isResolved = (source: FieldSource): boolean => source.kind === 'groq' && !isPath(source.expr);

/**
 * Returns whether the value of a field is as it is stored: in an attribute of its document or object, under its own name or at a
 * path. The values of a localized field are within the attribute.
 */
export const isStored = ({ source, localized }: ModelField): boolean =>
  localized !== undefined || source.kind === 'attribute' || (source.kind === 'groq' && isPath(source.expr));

/** Returns whether the value of a field is an attribute itself. */
export const isAttribute = (field: ModelField): boolean => isStored(field) && !field.localized;

/** True if the stored value is a reference; a `@groq` expression other than a path may yield the document itself. */
export const yieldsReference = ({ source }: ModelField): boolean =>
  source.kind !== 'groq' || isPath(source.expr);
