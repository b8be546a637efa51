import { type GraphQLObjectType, type GraphQLResolveInfo, getNamedType } from 'graphql';
import type { Row } from '../../core/context.ts';
import { isSelected } from '../../core/selection.ts';
import type { SearchContext } from './loader.ts';

/**
 * The documents of these ids in their order, with what the field's selection names. Those that no longer exist are left
 * out; one that could not be read stays in its place as the error it met.
 */
export async function documentsOf(
  ids: readonly string[],
  context: SearchContext,
  info: GraphQLResolveInfo,
): Promise<(Row | Error)[]> {
  const rows = await Promise.all(
    ids.map((id) => context.content.document(id, info).catch((error: unknown) => error as Error)),
  );
  return rows.filter((row) => row !== null);
}

/** Whether the object that the field answers is asked for a field at the end of a path of names. */
export const selects = (info: GraphQLResolveInfo, ...path: string[]): boolean =>
  isSelected(info, getNamedType(info.returnType) as GraphQLObjectType, ...path);
