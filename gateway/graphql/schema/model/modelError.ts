import type { ASTNode, GraphQLError } from 'graphql';

/** The error of a model that cannot be served. The message lists all faults with file, line and fix. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(
      `the model has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n${faults.map((f) => `  ${f}`).join('\n')}`,
    );
    this.faults = faults;
  }
}

/** Returns the file, line and column of a node. */
export function locationOf(node: ASTNode): string {
  const { source, startToken } = node.loc ?? {};
  return source ? `${source.name}:${startToken?.line}:${startToken?.column}` : 'the model';
}

/** Returns the message of an error of graphql-js with its file, line and column. */
export function describeWithLocation({ nodes, source, locations, message }: GraphQLError): string {
  const [node] = nodes ?? [];
  if (node) return `${locationOf(node)} ${message}`;
  const [location] = locations ?? [];
  return source && location
    ? `${source.name}:${location.line}:${location.column} ${message}`
    : `the model ${message}`;
}
