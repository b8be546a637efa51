import type { Shape } from '../extract/shape.ts';
import type { FieldKind } from '../model/importedModel.ts';
import { numbered } from '../model/typeNames.ts';
import { asciiLetters } from '../model/words.ts';

/** The type of a scalar field, and what the import could not know about it. */
export interface ValueType {
  readonly typeName: string;
  readonly kind: FieldKind;
  readonly comment?: string;
}

/** Names of attributes whose numbers are counted. */
const COUNTED = /(^|[a-z])(year|order|rank|quantity|count|level|rows|columns|stock|weekday)$/i;
/** Names of attributes with a time: `publishedAt`. */
const TIME = /[a-z]At$/;
/** Names of attributes with a date or a time; the extract does not tell which. */
const DATE = /(^|[a-z])date(time)?$|^(birthday|born|died|deadline)$/i;

/** Returns the type of a text that is no list of choices. */
export function textType(attribute: string): ValueType {
  if (TIME.test(attribute))
    return {
      typeName: 'DateTime',
      kind: 'scalar',
      comment:
        'Guess: a time, by its name. Use Date if every value is a day such as 2026-01-31, String for other texts.',
    };
  if (DATE.test(attribute))
    return {
      typeName: 'String',
      kind: 'scalar',
      comment:
        'Guess: a text. Use Date if every value is a day such as 2026-01-31, DateTime if it is a time.',
    };
  return { typeName: 'String', kind: 'scalar' };
}

/** Returns the type of a number. */
export function numberType(attribute: string, values: readonly unknown[] | undefined): ValueType {
  if (values) return { typeName: values.every(Number.isInteger) ? 'Int' : 'Float', kind: 'scalar' };
  if (COUNTED.test(attribute))
    return {
      typeName: 'Int',
      kind: 'scalar',
      comment: 'Guess: whole numbers, by its name. Use Float for other numbers.',
    };
  return { typeName: 'Float', kind: 'scalar' };
}

/** Returns whether a comment says that the name of an attribute decided its type. */
export const isTypeGuess = (comment: string): boolean =>
  /^Guess: (a time|a text|whole numbers)/.test(comment);

/** Returns the choices of a text as values of an enum: the texts by name. Undefined without choices. */
export function enumValues(shape: Shape): ReadonlyMap<string, string> | undefined {
  if (shape.kind !== 'text' || !shape.values) return undefined;
  const texts = shape.values.filter((value) => typeof value === 'string');
  if (texts.length === 0 || texts.includes('')) return undefined;
  const taken = new Set(texts.filter(isEnumValueName));
  return new Map(
    texts.map((text) => {
      if (isEnumValueName(text)) return [text, text];
      const name = enumValueName(text);
      const free = taken.has(name) ? numbered(name, (candidate) => !taken.has(candidate)) : name;
      taken.add(free);
      return [free, text];
    }),
  );
}

/** GraphQL has other meanings for these names. */
const isEnumValueName = (text: string): boolean =>
  /^(?!__)[_A-Za-z]\w*$/.test(text) && !/^(true|false|null)$/.test(text);

/** Returns the name of an enum value for a text: `16:9` is `_16_9`, `blog-post` is `blog_post`. */
function enumValueName(text: string): string {
  const name =
    asciiLetters(text)
      .replaceAll(/[^A-Za-z0-9]+/g, '_')
      .replaceAll(/^_|_$/g, '') || 'value';
  return isEnumValueName(name) ? name : `_${name}`;
}
