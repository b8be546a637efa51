import type { Locales } from '../locales.ts';
import { isObject } from '../validators.ts';
import type { Model, ModelField } from './model.ts';
import { CORE_MEMBERS, membersByType } from './unionMembers.ts';

/** The beginning of the `_type` of entries of the plugin internationalized-array. */
export const ENTRY_TYPE = 'internationalizedArray';

/** A sign that an object is a value itself, and not an object with an attribute for each language. */
export interface PlainSign {
  /** Returns GROQ that is true for an object with the sign. */
  groq(value: string): string;
  has(value: Readonly<Record<string, unknown>>): boolean;
}

const hasAttribute = (name: string): PlainSign => ({
  groq: (value) => `defined(${value}.${name})`,
  has: (value) => value[name] != null,
});

const hasType = (types: readonly string[]): PlainSign => ({
  groq: (value) => `${value}._type in ${JSON.stringify(types)}`,
  has: ({ _type: type }) => types.includes(type as string),
});

const ANY: PlainSign = { groq: () => 'true', has: () => true };
const SANITY_TYPES = [...CORE_MEMBERS.keys(), 'reference'];

/** Returns the signs of objects that a field has without languages. Studios name the types of objects by language as they like. */
export function plainSigns(model: Pick<Model, 'types' | 'unions'>, field: ModelField): readonly PlainSign[] {
  const isReference = hasAttribute('_ref');
  switch (field.shape) {
    case 'scalar':
    case 'enum':
      return [isReference];
    // Its content is in the attributes of the model: see `isTranslated`.
    case 'object':
      return [ANY];
    case 'union':
      return [isReference, hasType([...SANITY_TYPES, ...membersByType(model, field.target ?? '').keys()])];
    case 'geoPoint':
      return [isReference, hasType(SANITY_TYPES), hasAttribute('lat'), hasAttribute('lng')];
    default:
      return [isReference, hasType(SANITY_TYPES), hasAttribute('asset')];
  }
}

/** Returns whether a list has values for languages. */
export const hasEntries = (list: readonly unknown[], { all }: Locales): boolean =>
  list.some(
    (entry) =>
      isObject(entry) &&
      (entry.value != null ||
        all.some(({ code }) => code === entry._key) ||
        (typeof entry._type === 'string' && entry._type.startsWith(ENTRY_TYPE))),
  );
