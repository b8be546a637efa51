import { type GraphQLFieldResolver, Kind, type TypeNode } from 'graphql';
import type { ContentPort, Context, Row } from '../../core/context.ts';
import type { ModelField } from '../../core/model/model.ts';
import { isObject } from '../../core/validators.ts';
import type { MediaLoader } from './loader.ts';

/**
 * Creates the resolver of an `@asset` field. The projected value is an asset id, or an object of an asset id and the playback id
 * that the document of the video names; for a list, it is a list of them. An id without an asset resolves to null, and is omitted
 * from a list of non-null items.
 */
export function bindAsset(field: ModelField): GraphQLFieldResolver<Row, Context<ContentPort, MediaLoader>> {
  const hasRequiredItems = itemsAreNonNull(field.node.type);
  return (row, _args, { media }, info) => {
    const projected = row[info.path.key];
    if (!field.isList || !Array.isArray(projected)) return loadAsset(projected, media);
    const assets = projected.map((id) => loadAsset(id, media));
    return hasRequiredItems ? Promise.all(assets).then((found) => found.filter((asset) => asset)) : assets;
  };
}

function loadAsset(value: unknown, media: MediaLoader): ReturnType<MediaLoader['asset']> {
  const { asset, playback } = isObject(value) ? value : { asset: value };
  if (typeof asset !== 'string' || asset === '') return null;
  return media.asset(asset, typeof playback === 'string' ? [playback] : []);
}

function itemsAreNonNull(type: TypeNode): boolean {
  if (type.kind === Kind.NON_NULL_TYPE) return itemsAreNonNull(type.type);
  return type.kind === Kind.LIST_TYPE && type.type.kind === Kind.NON_NULL_TYPE;
}
