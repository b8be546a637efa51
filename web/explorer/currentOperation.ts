import type { Fetcher } from '@graphiql/toolkit';
import { type DocumentNode, Kind, parse } from 'graphql';

/**
 * Makes a fetcher read the operation from the query that it sends. GraphiQL updates its own document and operation name
 * 100 ms after the text: a request right after a change of tab would carry those of the former tab.
 */
export const withCurrentOperation =
  (send: Fetcher): Fetcher =>
  (params, options) => {
    const documentAST = parseDocument(params.query);
    if (!documentAST) return send(params, options);
    const names = operationNames(documentAST);
    const operationName = names.find((name) => name === params.operationName) ?? names[0];
    return send({ ...params, operationName }, { ...options, documentAST });
  };

/** Parses a query; undefined on a syntax error, which the gateway then reports. */
function parseDocument(query: string): DocumentNode | undefined {
  try {
    return parse(query);
  } catch {
    return undefined;
  }
}

const operationNames = ({ definitions }: DocumentNode): string[] =>
  definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION && definition.name ? [definition.name.value] : [],
  );
