import type { IsReadable } from '../../../core/context.ts';
import type { Model, ModelField, ModelType, RichTextPosition } from '../../../core/model/model.ts';
import { playbackIdsFor } from '../../../core/model/namedPlaybackIds.ts';
import { kindsAt } from '../../../core/model/richTextKinds.ts';
import { hasMember, inlineTypes, VIDEO_ASSET, VIDEO_OBJECT } from '../../../core/model/unionMembers.ts';
import { isText, listOf, objectOf } from '../../../core/validators.ts';
import { type Expression, fieldGroq, PREFIX_PLACEHOLDER } from './groq.ts';
import { modelOfLocale } from './modelOfLocale.ts';
import { assetIdsGroq, namedPlaybackIds } from './references.ts';
import { documentsWhere, isFollowed, isVisible, type Visibility } from './visibility.ts';

/** A query for many media assets, with an `AssetResult`; `params` is missing, whose only value is the list of their ids. */
export type AssetQuery = Omit<Expression, 'params'>;

export interface AssetResult {
  /** The ids of the assets that a document has in a readable field. */
  readonly found: readonly string[];
  /** The playback ids that documents of videos name for the assets. */
  readonly named: unknown;
}

/** By the scopes of the callers, which decide what is readable and which documents are visible. */
const compiled = new WeakMap<Model, WeakMap<IsReadable, AssetQuery>>();

/**
 * Returns the query for media assets that documents have in a readable field in any language, also within inline objects and
 * rich text. It is compiled once for a model and what is readable, and reads each document once for all assets.
 */
export function assetQuery(model: Model, isReadable: IsReadable, visibility: Visibility): AssetQuery {
  const queries = compiled.get(model) ?? new WeakMap<IsReadable, AssetQuery>();
  compiled.set(model, queries);
  const query = queries.get(isReadable) ?? compileAssetQuery(model, isReadable, visibility);
  queries.set(isReadable, query);
  return query;
}

/**
 * Returns a function that gives the playback ids that documents of videos name for an asset; undefined for an asset that no
 * document has.
 */
export function playbackIdsByAsset({
  found,
  named,
}: AssetResult): (asset: string) => readonly string[] | undefined {
  const assets = new Set(found);
  return (asset) => (assets.has(asset) ? playbackIdsFor(asset, named) : undefined);
}

function compileAssetQuery(model: Model, isReadable: IsReadable, visibility: Visibility): AssetQuery {
  const inLanguages = new Set(model.locales.all.map((locale) => modelOfLocale(model, locale)));
  const types: string[] = [];
  const cases = model.documents.flatMap(({ name, document }) => {
    const ids = new Set(
      [...inLanguages].flatMap((localized) =>
        assetIds(
          { model: localized, isReadable, visibility },
          localized.types.get(name) as ModelType,
          new Set(),
        ),
      ),
    );
    if (ids.size === 0) return [];
    const type = JSON.stringify(document?.type);
    types.push(document?.type ?? '');
    return [`_type == ${type} => [${[...ids].join(', ')}]`];
  });
  const typeNames = types.map((type) => JSON.stringify(type)).join(', ');
  const documents = documentsWhere([`_type in [${typeNames}]`], visibility);
  const all = `((${documents}{"_": select(${cases.join(', ')})})[]._[])`;
  const found = types.length === 0 ? '[]' : `array::unique(${all}[@ in ${IDS}])`;
  return assetQueryWith(found, types, visibility);
}

/** The parameter of a query with the ids of assets. */
const IDS = `$${PREFIX_PLACEHOLDER}0`;

/** Returns the query for what documents of videos name for assets, whether or not a document has the assets. */
export const namedPlaybackIdsQuery = (visibility: Visibility): AssetQuery =>
  assetQueryWith(IDS, [], visibility);

const assetQueryWith = (found: string, types: readonly string[], visibility: Visibility): AssetQuery => ({
  groq: `{"found": ${found}, "named": ${namedPlaybackIds(`assetId in ${IDS}`, isVisible(visibility))}}`,
  documentTypes: [...types, VIDEO_ASSET],
  isValid: objectOf({ found: listOf(isText), named: listOf(objectOf({ asset: isText })) }),
});

interface AssetSearch {
  readonly model: Model;
  readonly isReadable: IsReadable;
  readonly visibility: Visibility;
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
    const ids = assetIdsGroq(field.source.attribute, field.isList, search.visibility);
    return [field.isList ? `...${ids}` : ids];
  });
}

function inlineIds(search: AssetSearch, field: ModelField, within: ReadonlySet<string>): string[] {
  const { model } = search;
  if (field.source.kind !== 'attribute' && field.source.kind !== 'groq') return [];
  const source = fieldGroq(field);
  if (field.shape === 'richText') return richTextIds(search, source, within);
  const isUnion = field.shape === 'union';
  const idsIn = (type: string | undefined, ids: readonly string[]) =>
    field.isList ? idsInList(source, type, ids) : idsInObject(source, type, ids);
  const videoId = `select(${isFollowed(search.visibility, 'asset.')} => asset->assetId)`;
  const ofVideos = hasMember(model, field.typeName, 'Video') ? [idsIn(VIDEO_OBJECT, [videoId])] : [];
  const ofObjects = inlineTypes(model, field.typeName).flatMap((type) => {
    const ids = assetIds(search, type, within);
    return ids.length > 0 ? [idsIn(isUnion ? type.typeAttribute : undefined, ids)] : [];
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
