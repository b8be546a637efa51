import {
  type DocumentNode,
  Kind,
  type OperationDefinitionNode,
  type OperationTypeNode,
  parse,
  print,
  separateOperations,
} from 'graphql';

/** An operation of a document. */
export interface NamedOperation {
  /** Empty for an anonymous operation. */
  readonly name: string;
  readonly type: `${OperationTypeNode}`;
}

/** The parameters of a GraphQL request. */
export interface ExplorerRequest {
  readonly query: string;
  readonly variables?: Record<string, unknown>;
  readonly operationName?: string;
}

/** The text of an operation as the editor has it. */
export interface OperationText {
  readonly query: string;
  /** JSON; empty without variables. */
  readonly variables: string;
  /** The chosen operation of a document with several. */
  readonly operationName?: string | undefined;
}

/** Returns the operations of a document; none if it does not parse. */
export const operationsIn = (query: string): readonly NamedOperation[] =>
  operationNodesIn(query).map(({ name, operation }) => ({ name: name?.value ?? '', type: operation }));

/** Returns the name of the operation at a position of a document with several; undefined between operations. */
export function operationNameAt(query: string, offset: number): string | undefined {
  const operations = operationNodesIn(query);
  if (operations.length < 2) return undefined;
  return operations.find(({ loc }) => loc && loc.start <= offset && offset <= loc.end)?.name?.value;
}

/**
 * Returns the request of the chosen operation, or of the first one. A document that does not parse is sent as it is: the
 * gateway reports why.
 * @throws Error if the variables are no JSON object
 */
export function requestOf({ query, variables, operationName }: OperationText): {
  readonly request: ExplorerRequest;
  readonly type: NamedOperation['type'];
} {
  const operations = operationsIn(query);
  const chosen = operations.find(({ name }) => name === operationName) ?? operations[0];
  const values = readVariables(variables);
  return {
    request: {
      query,
      ...(values && { variables: values }),
      ...(chosen?.name && operations.length > 1 && { operationName: chosen.name }),
    },
    type: chosen?.type ?? 'query',
  };
}

/** Returns one operation of a document with its fragments, without comments; the document itself if it does not parse. */
export function printedOperation({ query, operationName = '' }: ExplorerRequest): string {
  const document = parsed(query);
  if (!document) return query;
  const separate = separateOperations(document);
  return print(separate[operationName] ?? Object.values(separate)[0] ?? document);
}

function readVariables(text: string): Record<string, unknown> | undefined {
  if (text.trim() === '') return undefined;
  const values = parsedJson(text);
  if (typeof values === 'object' && values !== null && !Array.isArray(values))
    return values as Record<string, unknown>;
  throw new Error(`Variables: expected a JSON object such as {"first": 5}, got ${text.trim().slice(0, 40)}`);
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parsed(query: string): DocumentNode | undefined {
  try {
    return parse(query);
  } catch {
    return undefined;
  }
}

/** Returns the nodes of the operations of a document; none if it does not parse. */
export const operationNodesIn = (query: string): readonly OperationDefinitionNode[] =>
  (parsed(query)?.definitions ?? []).filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
