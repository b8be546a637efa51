import type { Model } from '../../gateway/core/model/model.ts';
import type { Doc } from './dataset.ts';

/** Attributes whose texts have a meaning. */
const NAMES: ReadonlySet<string> = new Set(['style', 'listItem', 'marks', 'language', 'lang', 'current']);

/** The attributes that the content service accepts in a reference. */
const REFERENCE_ATTRIBUTES: ReadonlySet<string> = new Set(['_type', '_key', '_ref', '_weak', '_dataset']);

/** Returns documents that the content service can store, whose texts of words differ, so that a value shows its place. */
export function withUniqueTexts(documents: readonly Doc[], { enums }: Pick<Model, 'enums'>): readonly Doc[] {
  const enumValues = new Set([...enums.values()].flatMap((values) => [...values.values()]));
  let count = 0;
  const unique = (value: unknown, name: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => unique(item, name));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(
        Object.entries(value)
          .filter(([key]) => !('_ref' in value) || REFERENCE_ATTRIBUTES.has(key))
          .map(([key, part]) => [key, unique(part, key)]),
      );
    const isText = typeof value === 'string' && /^\p{L}[\p{L}\p{M} ]*$/u.test(value);
    if (!isText || name.startsWith('_') || NAMES.has(name) || enumValues.has(value)) return value;
    count += 1;
    return `${value} ${count}`;
  };
  return documents.map((document) => unique(document, '') as Doc);
}
