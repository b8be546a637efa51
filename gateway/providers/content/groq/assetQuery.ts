import type { IsReadable } from '../../../core/context.ts';
import type { Model, ModelField, ModelType, RichTextPosition } from '../../../core/model/model.ts';
import { kindsAt } from '../../../core/model/richTextKinds.ts';
import { VIDEO_ASSET, VIDEO_OBJECT } from '../../../core/model/unionMembers.ts';
import { fieldGroq } from './fieldGroq.ts';
import type { Groq } from './groq.ts';
import { assetIdsGroq } from './references.ts';
import { documentsWhere, isFollowed } from './visibility.ts';

/**
 * Returns GROQ for `{isFound, playbackIds}`: whether a document has the asset in a readable field, also within inline objects and
 * rich text, and the playback ids that documents of videos name for it.
 * @param models the model of each language
 */
export function assetQuery(models: readonly Model[], asset: string, isReadable: IsReadable): Groq {
  return (scope) => {
    const param = scope.addParam(asset);
    const inLanguages = new Set(models);
    const alternatives = (models[0]?.documents ?? []).flatMap((type) => {
      const search = { asset: param, isReadable, readsPrivate: scope.readsPrivate };
      const conditions = new Set(
        [...inLanguages].flatMap((model) =>
          assetConditions({ ...search, model }, model.types.get(type.name) as ModelType, new Set()),
        ),
      );
      if (conditions.size === 0) return [];
      scope.addDocumentTypes([type.document?.type ?? '']);
      return [`(_type == "${type.document?.type}" && (${[...conditions].join(' || ')}))`];
    });
    const documents = documentsWhere([`(${alternatives.join(' || ')})`], scope);
    const isFound = alternatives.length === 0 ? 'false' : `defined(${documents}[0]._id)`;
    const videos = documentsWhere([`_type == "${VIDEO_ASSET}"`, `assetId == ${param}`], scope);
    return `{"isFound": ${isFound}, "playbackIds": ${videos}.playbackId}`;
  };
}

interface AssetSearch {
  readonly model: Model;
  /** The name of the parameter with the asset's id. */
  readonly asset: string;
  readonly isReadable: IsReadable;
  readonly readsPrivate: boolean;
}

/**
 * Returns a condition for each readable field of a type that can contain the asset. An inline object within one of its own
 * type is not searched.
 */
function assetConditions(search: AssetSearch, type: ModelType, within: ReadonlySet<string>): string[] {
  if (within.has(type.name)) return [];
  const inner = new Set(within).add(type.name);
  return [...type.fields.values()].flatMap((field) => {
    if (!search.isReadable(type.name, field.name)) return [];
    if (field.source.kind !== 'asset') return inlineConditions(search, field, inner);
    const ids = assetIdsGroq(field.source.attribute, field.isList, search);
    return field.isList ? `${search.asset} in ${ids}` : `${ids} == ${search.asset}`;
  });
}

function inlineConditions(search: AssetSearch, field: ModelField, within: ReadonlySet<string>): string[] {
  const { model } = search;
  if (field.source.kind !== 'attribute' && field.source.kind !== 'groq') return [];
  const source = fieldGroq(field);
  const matching = (condition: string) =>
    field.isList ? `count(${source}[${condition}]) > 0` : `${source}{"_": ${condition}}._ == true`;
  if (field.shape === 'richText') return richTextConditions(search, source, within);
  const names = field.shape === 'union' ? (model.unions.get(field.typeName) ?? []) : [field.typeName];
  const ofVideos =
    field.shape === 'union' && names.includes('Video') ? [matching(videoCondition(search))] : [];
  const ofObjects = names.flatMap((name) => {
    const type = model.types.get(name);
    const conditions = type && !type.document ? assetConditions(search, type, within) : [];
    if (!type || conditions.length === 0) return [];
    const any = `(${conditions.join(' || ')})`;
    return matching(
      field.shape === 'union' ? `_type == ${JSON.stringify(type.typeAttribute)} && ${any}` : any,
    );
  });
  return [...ofVideos, ...ofObjects];
}

/** Returns the condition of a video that is a member of a union. */
const videoCondition = (search: AssetSearch): string =>
  `_type == ${JSON.stringify(VIDEO_OBJECT)} && ${isFollowed(search, 'asset.')} && asset->assetId == ${search.asset}`;

/** The parts of a rich text's blocks, by position. */
const PARTS: Readonly<Record<RichTextPosition, string>> = {
  BLOCK: '[]',
  INLINE: '[].children[]',
  ANNOTATION: '[].markDefs[]',
};

/** Returns a condition for each kind of object in a rich text that can contain the asset. */
function richTextConditions(search: AssetSearch, source: string, within: ReadonlySet<string>): string[] {
  return (Object.keys(PARTS) as RichTextPosition[]).flatMap((position) =>
    [...kindsAt(search.model, position)].flatMap(([type, kind]) => {
      const conditions = assetConditions(search, kind, within);
      if (conditions.length === 0) return [];
      const isMatch = `_type == ${JSON.stringify(type)} && (${conditions.join(' || ')})`;
      // Without parentheses, blocks without such parts would count.
      return [`count((${source}${PARTS[position]})[${isMatch}]) > 0`];
    }),
  );
}
