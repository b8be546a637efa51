import { jsonPath } from '@sanity/client/csm';
import type { ModelField } from '../../../core/model/model.ts';
import { isObject } from '../../../core/validators.ts';
import {
  type FindSources,
  type LocatedSource,
  sourceAt,
  type ValueSource,
} from '../../../core/valueSources.ts';
import { isPath } from '../groq/groq.ts';

/** Creates the function that finds the source of an image, a file or a video as a whole, or of each in a list. */
export function assetFinder(field: ModelField): FindSources {
  const { isList } = field;
  return (row, key) => {
    const value = (row as Readonly<Record<string, unknown>>)[key];
    if (value == null) return [];
    if (!isList) return located([], wholeSource(row, key) ?? attributeSource(row, field));
    if (!Array.isArray(value)) return [];
    // The list omits items without a value.
    const kept = [...value.keys()].filter((index) => value[index] != null);
    return kept.flatMap((index, i) => located([i], wholeSource(value, index)));
  };
}

const located = (path: LocatedSource['path'], source: ValueSource | undefined): readonly LocatedSource[] =>
  source ? [{ path, source, kind: 'whole' }] : [];

/** Returns the source of the id of an asset, or of the object whose attribute `asset` refers to one. */
function wholeSource(container: unknown, key: string | number): ValueSource | undefined {
  const value = (container as Readonly<Record<string | number, unknown>>)[key];
  if (!isObject(value)) return sourceAt(container, key);
  const { asset } = value as { readonly asset?: unknown };
  const own = sourceAt(value, 'asset') ?? sourceAt(asset, '_ref');
  return own && { ...own, path: own.path.replace(/\['asset'\].*$/, '') };
}

/** Returns the source of an attribute of a document; its values may be from other documents, such as videos. */
function attributeSource(row: unknown, { name, source }: ModelField): ValueSource | undefined {
  const document = sourceAt(row, '@id')?.document;
  const path = source.kind === 'groq' ? source.expr : source.kind === 'asset' ? source.attribute : name;
  if (!document || !isPath(path)) return undefined;
  return { document, path: jsonPath(path.split('.')) };
}
