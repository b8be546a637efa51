import type { IsReadable } from '../../../core/context.ts';
import type { Model, ModelField, ModelType, RichTextPosition } from '../../../core/model/model.ts';
import { kindsAt } from '../../../core/model/richTextKinds.ts';
import { VIDEO_OBJECT } from '../../../core/model/unionMembers.ts';
import { isText, listOf } from '../../../core/validators.ts';
import { fieldGroq } from './fieldGroq.ts';
import { type Expression, PREFIX_PLACEHOLDER } from './groq.ts';
import { modelOfLocale } from './modelOfLocale.ts';
import { assetIdsGroq } from './references.ts';

/** A query for those of many media assets that a document has; `params` is missing, whose only value is the list of their ids. */
export type AssetQuery = Omit<Expression, 'params'>;

const compiled = new WeakMap<Model, WeakMap<IsReadable, AssetQuery>>();

/**
 * Returns the query for media assets that documents have in a readable field in any language, also within inline objects and
 * rich text. It is compiled once for a model and what is readable, and reads each document once for all assets.
 */
export function assetQuery(model: Model, isReadable: IsReadable): AssetQuery {
  const queries = compiled.get(model) ?? new WeakMap<IsReadable, AssetQuery>();
  compiled.set(model, queries);
  const query = queries.get(isReadable) ?? compileAssetQuery(model, isReadable);
  queries.set(isReadable, query);
  return query;
}

function compileAssetQuery(model: Model, isReadable: IsReadable): AssetQuery {
  const inLanguages = new Set(model.locales.all.map((locale) => modelOfLocale(model, locale)));
  const types: string[] = [];
  const cases = model.documents.flatMap(({ name, document }) => {
    const ids = new Set(
      [...inLanguages].flatMap((localized) =>
        assetIds({ model: localized, isReadable }, localized.types.get(name) as ModelType, new Set()),
      ),
    );
    if (ids.size === 0) return [];
    const type = JSON.stringify(document?.type);
    types.push(document?.type ?? '');
    return [`_type == ${type} => [${[...ids].join(', ')}]`];
  });
  const typeNames = types.map((type) => JSON.stringify(type)).join(', ');
  const all = `((*[_type in [${typeNames}]]{"_": select(${cases.join(', ')})})[]._[])`;
  return {
    groq: types.length === 0 ? '[]' : `array::unique(${all}[@ in $${PREFIX_PLACEHOLDER}0])`,
    documentTypes: types,
    isValid: listOf(isText),
  };
}

interface AssetSearch {
  readonly model: Model;
  readonly isReadable: IsReadable;
}

/**
 * Returns the elements of an array of the asset ids in the readable fields of a type. An inline object within one of its own type
 * is not searched.
 */
function assetIds(search: AssetSearch, type: ModelType, within: ReadonlySet<string>): string[] {
  if (within.has(type.name)) return [];
  const inner = new Set(within).add(type.name);
  return [...type.fields.values()].flatMap((field) => {
    if (!search.isReadable(type.name, field.name)) return [];
    if (field.source.kind !== 'asset') return inlineIds(search, field, inner);
    const ids = assetIdsGroq(field.source.attribute, field.isList);
    return [field.isList ? `...${ids}` : ids];
  });
}

function inlineIds(search: AssetSearch, field: ModelField, within: ReadonlySet<string>): string[] {
  const { model } = search;
  if (field.source.kind !== 'attribute' && field.source.kind !== 'groq') return [];
  const source = fieldGroq(field);
  if (field.shape === 'richText') return richTextIds(search, source, within);
  const isUnion = field.shape === 'union';
  const names = isUnion ? (model.unions.get(field.typeName) ?? []) : [field.typeName];
  const idsIn = (type: string | undefined, ids: readonly string[]) =>
    field.isList ? idsInList(source, type, ids) : idsInObject(source, type, ids);
  const ofVideos = isUnion && names.includes('Video') ? [idsIn(VIDEO_OBJECT, ['asset->assetId'])] : [];
  const ofObjects = names.flatMap((name) => {
    const type = model.types.get(name);
    const ids = type && !type.document ? assetIds(search, type, within) : [];
    return type && ids.length > 0 ? [idsIn(isUnion ? type.typeAttribute : undefined, ids)] : [];
  });
  return [...ofVideos, ...ofObjects];
}

/** @param type the `_type` of the objects; undefined for any */
function idsInList(source: string, type: string | undefined, ids: readonly string[]): string {
  const filter = type === undefined ? '' : `[_type == ${JSON.stringify(type)}]`;
  return `...(${source}[]${filter}{"_": [${ids.join(', ')}]})[]._[]`;
}

function idsInObject(source: string, type: string | undefined, ids: readonly string[]): string {
  const list = `[${ids.join(', ')}]`;
  return `...${source}{"_": ${type === undefined ? list : `select(_type == ${JSON.stringify(type)} => ${list})`}}._`;
}

/** The parts of a rich text's blocks, by position. */
const PARTS: Readonly<Record<RichTextPosition, string>> = {
  BLOCK: '[]',
  INLINE: '[].children[]',
  ANNOTATION: '[].markDefs[]',
};

/** Returns the ids in each kind of object in a rich text. */
function richTextIds(search: AssetSearch, source: string, within: ReadonlySet<string>): string[] {
  return (Object.keys(PARTS) as RichTextPosition[]).flatMap((position) =>
    [...kindsAt(search.model, position)].flatMap(([type, kind]) => {
      const ids = assetIds(search, kind, within);
      return ids.length === 0 ? [] : [idsInList(`(${source}${PARTS[position]})`, type, ids)];
    }),
  );
}
