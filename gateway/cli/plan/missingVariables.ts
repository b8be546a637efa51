import { getOperationAST, Kind, parse } from 'graphql';

/**
 * Returns the names of the variables that an operation requires and that have no value; none if the document has several
 * operations and no name is given, which the gateway rejects.
 */
export function missingVariables(
  query: string,
  operationName: string | undefined,
  variables: Readonly<Record<string, unknown>>,
): readonly string[] {
  const { variableDefinitions = [] } = getOperationAST(parse(query), operationName) ?? {};
  return variableDefinitions
    .filter(({ type, defaultValue }) => type.kind === Kind.NON_NULL_TYPE && defaultValue === undefined)
    .map(({ variable }) => variable.name.value)
    .filter((name) => variables[name] === undefined);
}
