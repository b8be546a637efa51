import { type GraphQLObjectType, type GraphQLResolveInfo, getNamedType } from 'graphql';
import { isSelected } from '../../core/collectFields.ts';
import type { Row } from '../../core/context.ts';
import { inputError } from '../../core/errors.ts';
import type { SearchContext } from './loader.ts';

/**
 * Loads the documents of a list field in the order of their ids. Documents that no longer exist are omitted; a document that
 * fails to load is an error in its place.
 */
export async function hydrateDocuments(
  ids: readonly string[],
  context: SearchContext,
  info: GraphQLResolveInfo,
): Promise<(Row | Error)[]> {
  const rows = await Promise.all(
    ids.map((id) => context.content.document(id, info).catch((error: unknown) => error as Error)),
  );
  return rows.filter((row) => row !== null);
}

/** True if the operation selects the field at this path below the current one. */
export const isFieldSelected = (info: GraphQLResolveInfo, ...path: string[]): boolean =>
  isSelected(info, getNamedType(info.returnType) as GraphQLObjectType, ...path);

/** Loads the document of a search result. @throws GraphQLError NOT_FOUND if it no longer exists */
export async function requireDocument(
  id: string,
  context: SearchContext,
  info: GraphQLResolveInfo,
): Promise<Row> {
  const row = await context.content.document(id, info);
  if (row) return row;
  throw inputError(
    'expected the document of a result, got none: it was unpublished a moment ago; leave the result out',
    'NOT_FOUND',
  );
}
