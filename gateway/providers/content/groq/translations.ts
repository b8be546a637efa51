import type { Model, ModelField, ModelType } from '../../../core/model/model.ts';
import { isObject } from '../../../core/validators.ts';
import { attribute } from './groq.ts';

/** The white space of JavaScript, and other invisible characters of pasted texts: joiners, marks of direction, soft hyphens, fillers. */
const INVISIBLE =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b\u200c\u200d\u200e\u200f\u2028\u2029\u202f\u205f\u2060\u3000\ufeff\u00ad\u115f\u1160\u180e\u2800\u3164\ufe0f\uffa0';
const BLANK = new RegExp(`^[${INVISIBLE}]*$`);
/** In ASCII, so that no proxy or parser changes it. */
const INVISIBLE_GROQ = `"${[...INVISIBLE].map((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`;

/** Returns whether a value is a text without a visible character. */
const isBlank = (value: unknown): boolean => typeof value === 'string' && BLANK.test(value);

/**
 * Returns GROQ that is true for a value other than null and blank texts. GROQ cannot trim: a text has a visible character if there
 * are more different characters together with all invisible characters than invisible characters alone. For other values the count is
 * null.
 */
export const notBlankGroq = (value: string): string =>
  `defined(${value}) && count(array::unique(string::split(${value} + ${INVISIBLE_GROQ}, ""))) != ${INVISIBLE.length}`;

/** A form of "empty" for the values of some fields: the GROQ of a value that has content, and the same in JavaScript. */
interface Content {
  /** GROQ that is true for a value `@` with content; other kinds of values have content. */
  readonly groq: string;
  has(value: unknown): boolean;
}

/** Objects that the Studio leaves behind when their content is removed, by `_type`: the attributes that a full one has. */
const emptyObjects = (types: readonly string[], names: readonly string[]): Content => ({
  groq: `!(_type in ${JSON.stringify(types)} && count([${names.join(', ')}][defined(@)]) == 0)`,
  has: (value) =>
    !isObject(value) || !types.includes(value._type as string) || names.some((name) => value[name] != null),
});

const CONTENT: Partial<Record<ModelField['shape'], Content>> = {
  image: emptyObjects(['image'], ['asset', '_ref']),
  file: emptyObjects(['file'], ['asset', '_ref']),
  document: emptyObjects(['reference'], ['_ref']),
  union: emptyObjects(['reference'], ['_ref']),
  geoPoint: emptyObjects(['geopoint'], ['lat', 'lng']),
  richText: {
    groq: `_type != "block" || count(children[_type != "span" || (${notBlankGroq('text')})]) > 0`,
    has: (block) =>
      !isObject(block) ||
      block._type !== 'block' ||
      (Array.isArray(block.children) && block.children.some(hasSpanContent)),
  },
};

const hasSpanContent = (span: unknown): boolean =>
  !isObject(span) || span._type !== 'span' || (span.text != null && !isBlank(span.text));

const ALWAYS: Content = { groq: 'true', has: () => true };

const contentOf = (model: Pick<Model, 'types'>, { shape, typeName }: ModelField): Content => {
  const type = shape === 'object' ? model.types.get(typeName) : undefined;
  return (type ? objectContent(type) : CONTENT[shape]) ?? ALWAYS;
};

/** An object has content if one of the attributes of its fields has a value. */
function objectContent({ fields }: ModelType): Content {
  const names = [
    ...new Set(
      [...fields.values()].flatMap(({ name, source }) => {
        if (source.kind === 'asset') return [source.attribute];
        if (source.kind !== 'groq') return [name];
        return [...source.expr.matchAll(/[A-Za-z_]\w*/g)].map(([word]) => word);
      }),
    ),
  ];
  const values = names.map(attribute).join(', ');
  return {
    // `string` of a scalar is defined, `string` of an object is null.
    groq: `defined(string(@)) || count([${values}][${notBlankGroq('@')}]) > 0`,
    has: (value) => !isObject(value) || names.some((name) => value[name] != null && !isBlank(value[name])),
  };
}

/**
 * Returns GROQ that is true for a stored value that translates a field. A missing value, a blank text, a list without values and an
 * object without content are no translations; a value of another kind is one, so that its readers report it.
 */
export function translatedGroq(model: Pick<Model, 'types'>, field: ModelField, value: string): string {
  const { groq } = contentOf(model, field);
  const one = groq === 'true' ? notBlankGroq('@') : `${notBlankGroq('@')} && (${groq})`;
  // A value that is no list counts as a list of one; a block that is no list is of another kind.
  const translations =
    field.shape === 'richText'
      ? `coalesce(${value}[${one}], [${value}][${notBlankGroq('@')}])`
      : `coalesce(${value}[], [${value}])[${one}]`;
  return `count(${translations}) > 0`;
}

/** Returns whether a stored value translates a field, as `translatedGroq` does. */
export function isTranslated(model: Pick<Model, 'types'>, field: ModelField, value: unknown): boolean {
  const { has } = contentOf(model, field);
  const isPresent = (item: unknown) => item != null && !isBlank(item);
  const isOne = (item: unknown) => isPresent(item) && has(item);
  if (Array.isArray(value)) return value.some(isOne);
  return field.shape === 'richText' ? isPresent(value) : isOne(value);
}
