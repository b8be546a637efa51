import { isObject } from '../../../core/validators.ts';

/** A text in a record: the names of its attributes, with the indexes of lists. */
export interface RecordText {
  readonly path: readonly (string | number)[];
  readonly text: string;
}

/** Returns the texts of a value, also within objects and lists. */
export function textsIn(value: unknown, path: RecordText['path'] = []): readonly RecordText[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (Array.isArray(value)) return value.flatMap((item, index) => textsIn(item, [...path, index]));
  return isObject(value)
    ? Object.entries(value).flatMap(([name, inner]) => textsIn(inner, [...path, name]))
    : [];
}

/** Returns a value without these texts, and without the objects and lists that had nothing else. */
export function withoutTexts(value: unknown, texts: readonly RecordText[]): unknown {
  const paths = new Set(texts.map(({ path }) => JSON.stringify(path)));
  const rest = (inner: unknown, path: RecordText['path']): unknown => {
    if (paths.has(JSON.stringify(path))) return undefined;
    if (Array.isArray(inner)) {
      const items = inner.map((item, index) => rest(item, [...path, index])).filter(isPresent);
      return items.length > 0 ? items : undefined;
    }
    if (!isObject(inner)) return inner;
    const entries = Object.entries(inner).map(([name, own]) => [name, rest(own, [...path, name])] as const);
    const present = entries.filter(([, own]) => isPresent(own));
    return present.length > 0 ? Object.fromEntries(present) : undefined;
  };
  return rest(value, []) ?? {};
}

const isPresent = (value: unknown): boolean => value !== undefined;

/** Returns a value with a text at its place; it becomes the last item of a list. */
export function withText(value: unknown, { path: [step, ...path], text }: RecordText): unknown {
  if (step === undefined) return text;
  if (typeof step === 'number')
    return [...(Array.isArray(value) ? value : []), withText(undefined, { path, text })];
  const object = isObject(value) ? value : {};
  return { ...object, [step]: withText(object[step], { path, text }) };
}

/** Returns the name of the attribute with a text, e.g. `seo.title`. */
export const attributeOf = ({ path }: RecordText): string =>
  path.filter((step) => typeof step === 'string').join('.');
