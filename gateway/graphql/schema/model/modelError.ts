import type { ASTNode, GraphQLError } from 'graphql';

/** Faults repeat names of the model, however long. */
const MAX_FAULT_CHARACTERS = 500;

/** The error of a model that cannot be served. The message lists all faults with file, line and fix. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    const count = faults.length === 1 ? 'a fault' : `${faults.length} faults`;
    const shown = faults.map(shortened);
    super(`the model has ${count}:\n${shown.map((fault) => `  ${fault}`).join('\n')}`);
    this.faults = shown;
  }
}

const shortened = (fault: string): string =>
  fault.length > MAX_FAULT_CHARACTERS ? `${fault.slice(0, MAX_FAULT_CHARACTERS)}…` : fault;

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

/** Records a fault of a model at a node of its SDL. Returns undefined, so that a check can return it. */
export type ReportFault = (node: ASTNode, message: string) => undefined;
