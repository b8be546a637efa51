import { inputError } from '../../../core/errors.ts';
import type { ModelType } from '../../../core/model/model.ts';
import { fromGlobalId } from '../../../core/relay.ts';
import type { AddParam } from './groq.ts';
import { type Filter, scalarCondition } from './operators.ts';
import { TEXT } from './valueKinds.ts';

/** Returns the condition of a filter by global ids. @throws GraphQLError `BAD_USER_INPUT` for an id of another type */
export function idCondition(
  type: ModelType,
  { eq, ne, in: ids, notIn, defined }: Filter,
  addParam: AddParam,
): string {
  const one = (id: unknown) => (id == null ? id : documentIds(type, [id as string])[0]);
  const several = (among: unknown) => (among == null ? among : documentIds(type, among as readonly string[]));
  const filter = { eq: one(eq), ne: one(ne), in: several(ids), notIn: several(notIn), defined };
  return scalarCondition(TEXT, '_id', filter, addParam);
}

/** Returns the `_id`s of the global ids of a type, or of any in a list of several types. @throws GraphQLError `BAD_USER_INPUT` for any other id */
const documentIds = (type: ModelType, globalIds: readonly string[]) =>
  globalIds.map((globalId) => {
    const decoded = fromGlobalId(globalId);
    if (decoded && (decoded.typeName === type.name || type.document?.type === '')) return decoded.id;
    const actual = decoded ? `the id of a ${decoded.typeName}` : JSON.stringify(globalId).slice(0, 60);
    throw inputError(
      `expected global ids of ${type.name} in the filter, got ${actual}; take them from its \`id\` field`,
      'BAD_USER_INPUT',
      { argument: 'filter' },
    );
  });
