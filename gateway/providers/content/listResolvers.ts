import { getNamedType } from 'graphql';
import { withGetter } from '../../core/fieldGetter.ts';
import { andThen } from '../../core/maybePromise.ts';
import type { ModelType } from '../../core/model/model.ts';
import { fieldsAt } from '../../core/selection.ts';
import type { Connection, ConnectionResponse, ConnectionRow } from './connections/connection.ts';
import { edgeKey } from './connections/pageSelection.ts';
import { queryConnection, readQueryConnection } from './connections/queryConnection.ts';
import {
  connectionArgumentsAt,
  cursorOrderAt,
  fieldAt,
  projectedValue,
  type Resolver,
} from './directives.ts';
import { connectionValidator } from './responseValidation.ts';

export const connectionResolvers = {
  nodes: withGetter(
    ((connection, _args, _context, info) =>
      connection.rows.map((row) => projectedValue(row, info))) satisfies Resolver<Connection>,
    ({ responseKey }) => ({ read: ({ rows }: Connection) => rows.map((row) => row[responseKey]) }),
  ),
  edges: ((connection, _args, _context, info) =>
    connection.rows.map(
      (row, i): Edge => ({
        row,
        cursor: () => connection.cursorOf(i),
        key: String(info.path.key),
      }),
    )) satisfies Resolver<Connection>,
};

/** An edge of a connection. */
export interface Edge {
  readonly row: ConnectionRow;
  cursor(): string;
  /** The response key of the connection's `edges`. */
  readonly key: string;
}

export const edgeResolvers = {
  node: (({ row, key }, _args, _context, info) =>
    row[edgeKey(key, String(info.path.key))]) satisfies Resolver<Edge>,
};

/** Resolves `recipes(first:, filter:, orderBy:)`: a page of the documents of the type. */
export function resolveList(type: ModelType): Resolver {
  return (_source, coerced, { content }, info) => {
    const [field, nodes] = [fieldAt(info), fieldsAt(info)];
    const args = connectionArgumentsAt(info, coerced);
    const query = content.compile(info, (projector) => {
      const target = projector.model.types.get(type.name) as ModelType;
      return {
        groq: queryConnection({ projector, target, field, nodes }),
        isValid: connectionValidator(projector, target, getNamedType(field.type).name, nodes),
      };
    });
    const cursors = cursorOrderAt(type, { content }, info);
    const read = (response: unknown) => readQueryConnection(response as ConnectionResponse, args, cursors);
    return andThen(content.evaluate(query, info.variableValues), read);
  };
}
