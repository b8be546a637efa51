import {
  type ASTNode,
  type DefinitionNode,
  type GraphQLArgument,
  type GraphQLSchema,
  isInputType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  typeFromAST,
  visit,
} from 'graphql';
import { formatJson } from '../document/formatDocument.ts';
import type { OperationText } from '../document/operations.ts';
import { parseDocument } from './parseDocument.ts';
import { isExecutable } from './place.ts';
import { placeholderValue } from './placeholderValue.ts';
import { appendToList, applyEdits, locationOf, removeFromList, type TextEdit } from './textEdits.ts';

/** The variables that a change adds to the operations of a document. */
export class NewVariables {
  readonly #taken: Set<string>;
  readonly #definitions: string[] = [];
  readonly #values: Record<string, unknown> = {};

  constructor(definitions: readonly DefinitionNode[]) {
    this.#taken = new Set(
      operationsIn(definitions).flatMap(({ variableDefinitions = [] }) =>
        variableDefinitions.map(({ variable }) => variable.name.value),
      ),
    );
  }

  /** Adds a variable for an argument of a field. @returns the argument with the variable as its value */
  add(field: string, { name, type, defaultValue }: GraphQLArgument): string {
    const longName = `${field}${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    const variable = freeName(this.#taken.has(name) ? longName : name, this.#taken);
    this.#taken.add(variable);
    this.#definitions.push(`$${variable}: ${type}`);
    this.#values[variable] =
      defaultValue === undefined || isNonNullType(type) ? placeholderValue(type) : defaultValue;
    return `${name}: $${variable}`;
  }

  /** Returns the definitions for an operation that has none. */
  list(): string {
    return this.#definitions.length > 0 ? `(${this.#definitions.join(', ')})` : '';
  }

  /** Returns the edits that add the definitions to an operation. */
  declareIn(text: string, operation: OperationDefinitionNode): readonly TextEdit[] {
    const last = operation.variableDefinitions?.at(-1);
    if (last) return this.#definitions.map((definition) => appendToList(text, last, definition));
    const list = this.list();
    if (list === '') return [];
    if (operation.name) return [insertion(locationOf(operation.name).end, list)];
    const { startToken } = locationOf(operation);
    if (startToken.kind === '{') return [insertion(startToken.start, `query ${list} `)];
    return [insertion(startToken.end, ` ${list}`)];
  }

  /** Returns variables with a placeholder for each new one. Values that are there stay, and so does what is no object. */
  addTo(variables: string): string {
    const values = readValues(variables);
    if (!values || Object.keys(this.#values).length === 0) return variables;
    return formatJson(JSON.stringify({ ...this.#values, ...values }));
  }
}

/** Returns the first of `name`, `name2`, `name3` … that is not taken. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name}${number}`;
  return free;
}

/** Returns the names of the variables that are used in a node. */
export function variablesIn(node: ASTNode): ReadonlySet<string> {
  const names = new Set<string>();
  visit(node, {
    VariableDefinition: () => false,
    Variable: ({ name }) => void names.add(name.value),
  });
  return names;
}

/** Removes the definitions of variables that are not used any more, and their values if they are still placeholders. */
export function dropUnused(
  schema: GraphQLSchema,
  operation: OperationText,
  names: ReadonlySet<string>,
): OperationText {
  let { query, variables } = operation;
  for (const name of names) {
    let unused = findUnused(query, name);
    while (unused) {
      const { text, definition, list } = unused;
      // The parser returns a type of its own for each form.
      const type = typeFromAST(schema, definition.type as Parameters<typeof typeFromAST>[1]);
      query = applyEdits(text, [removeFromList(text, list, definition)]);
      if (isInputType(type)) variables = withoutPlaceholder(variables, name, placeholderValue(type));
      unused = findUnused(query, name);
    }
  }
  return { ...operation, query, variables };
}

function findUnused(query: string, name: string) {
  const { text, definitions } = parseDocument(query);
  const fragments = definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  for (const operation of operationsIn(definitions)) {
    const list = operation.variableDefinitions ?? [];
    const definition = list.find(({ variable }) => variable.name.value === name);
    if (definition && ![operation, ...fragments].some((node) => variablesIn(node).has(name)))
      return { text, definition, list };
  }
  return undefined;
}

function withoutPlaceholder(variables: string, name: string, placeholder: unknown): string {
  const values = readValues(variables);
  if (!values || JSON.stringify(values[name]) !== JSON.stringify(placeholder)) return variables;
  const { [name]: _, ...rest } = values;
  return Object.keys(rest).length > 0 ? formatJson(JSON.stringify(rest)) : '';
}

/** Returns the values of variables; undefined for what is no object of JSON. */
function readValues(variables: string): Record<string, unknown> | undefined {
  if (variables.trim() === '') return {};
  try {
    const values: unknown = JSON.parse(variables);
    return typeof values === 'object' && values !== null && !Array.isArray(values)
      ? (values as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

const insertion = (position: number, insert: string): TextEdit => ({ from: position, to: position, insert });

const operationsIn = (definitions: readonly DefinitionNode[]): readonly OperationDefinitionNode[] =>
  definitions.filter(
    (definition): definition is OperationDefinitionNode =>
      isExecutable(definition) && definition.kind === Kind.OPERATION_DEFINITION,
  );

/** Returns the operations in which a definition is executed: itself, or those that use the fragment. */
export function operationsWith(
  definitions: readonly DefinitionNode[],
  definition: DefinitionNode,
): readonly OperationDefinitionNode[] {
  if (definition.kind === Kind.OPERATION_DEFINITION) return [definition];
  return operationsIn(definitions).filter((operation) => spreadNodes(definitions, operation).has(definition));
}

/** Returns the fragments that a definition uses, directly or through other fragments. */
function spreadNodes(
  definitions: readonly DefinitionNode[],
  node: ASTNode,
  found: Set<DefinitionNode> = new Set(),
): ReadonlySet<DefinitionNode> {
  visit(node, {
    FragmentSpread({ name }) {
      const fragment = definitions.find(
        (other) => other.kind === Kind.FRAGMENT_DEFINITION && other.name.value === name.value,
      );
      if (!fragment || found.has(fragment)) return;
      found.add(fragment);
      spreadNodes(definitions, fragment, found);
    },
  });
  return found;
}
