import { type GraphQLFieldResolver, Kind, type TypeNode } from 'graphql';
import type { ContentPort, Context, Row } from '../../core/context.ts';
import type { ModelField } from '../../core/model/model.ts';
import type { MediaLoader } from './loader.ts';

/**
 * Creates the resolver of an `@asset` field. The projected value is an asset id, or a list of ids for a list. An id without
 * an asset resolves to null, and is omitted from a list of non-null items.
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

function loadAsset(id: unknown, media: MediaLoader): ReturnType<MediaLoader['asset']> {
  return typeof id === 'string' && id !== '' ? media.asset(id) : null;
}

function itemsAreNonNull(type: TypeNode): boolean {
  if (type.kind === Kind.NON_NULL_TYPE) return itemsAreNonNull(type.type);
  return type.kind === Kind.LIST_TYPE && type.type.kind === Kind.NON_NULL_TYPE;
}
