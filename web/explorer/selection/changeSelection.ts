import {
  type DefinitionNode,
  type GraphQLSchema,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
} from 'graphql';
import type { OperationText } from '../document/operations.ts';
import { insertSelection, isPlaceholder, type NewSelection, render } from './insertSelection.ts';
import { type ParsedDocument, PLACEHOLDER_FIELD, parseDocument } from './parseDocument.ts';
import {
  definitionOf,
  idOf,
  isExecutable,
  nodesAt,
  type Place,
  type PlaceNode,
  rootOf,
  type Step,
  selectionSetOf,
  typesAt,
} from './place.ts';
import {
  appendToList,
  applyEdits,
  isOnlyItem,
  locationOf,
  removal,
  removeFromList,
  type TextEdit,
} from './textEdits.ts';
import { dropUnused, freeName, NewVariables, operationsWith, variablesIn } from './variables.ts';

/**
 * Adds the selection at a place to a document, with the fields that lead to it and a variable for each required argument.
 * Comments and the format of the rest stay.
 * @throws GraphQLError if the document does not parse
 */
export function select(schema: GraphQLSchema, operation: OperationText, place: Place): OperationText {
  const document = parseDocument(operation.query);
  const { text, definitions } = document;
  const { root, steps } = place;
  const definition = definitionOf(definitions, root);
  if (!definition) return 'fragment' in root ? operation : addOperation(schema, operation, document, place);
  let depth = steps.length;
  while (nodesAt(definitions, { root, steps: steps.slice(0, depth) }).length === 0) depth -= 1;
  if (depth === steps.length) return operation;
  if (depth === 0 && isSubscription(definition) && definition.selectionSet.selections.length > 0) {
    // A subscription has one field, so the new one takes its place.
    const emptied = { ...operation, query: applyEdits(text, [emptying(definition)]) };
    const [first] = definition.selectionSet.selections;
    if (first && !isPlaceholder(first))
      return select(schema, dropUnused(schema, emptied, variablesIn(definition)), place);
  }
  const existing = { root, steps: steps.slice(0, depth) };
  const parent = preferred(nodesAt(definitions, existing));
  const variables = new NewVariables(definitions);
  const selection = newSelection(schema, place, depth, variables);
  const isPlaceholderReplaced = isObjectType(typesAt(schema, existing)?.type);
  const edits = [
    insertSelection(text, parent, selection, isPlaceholderReplaced),
    ...operationsWith(definitions, definition).flatMap((node) => variables.declareIn(text, node)),
  ];
  return {
    ...operation,
    query: applyEdits(text, edits),
    variables: variables.addTo(operation.variables),
  };
}

/**
 * Removes the selection at a place from a document, and the variables that only it used. Another selection or `__typename` is
 * left where it was.
 * @throws GraphQLError if the document does not parse
 */
export function deselect(schema: GraphQLSchema, operation: OperationText, place: Place): OperationText {
  const { text, definitions } = parseDocument(operation.query);
  const [node] = nodesAt(definitions, place);
  if (!node || isExecutable(node as DefinitionNode)) return operation;
  const isOnly = isOnlyItem(node);
  if (isOnly && text.slice(locationOf(node).start, locationOf(node).end) === PLACEHOLDER_FIELD)
    return operation;
  const definition = definitionOf(definitions, place.root);
  if (isOnly && place.steps.length === 1 && isSubscription(definition))
    return withoutSubscription(schema, operation, text, definition);
  const { start, end } = locationOf(node);
  const edit = isOnly ? { from: start, to: end, insert: PLACEHOLDER_FIELD } : removal(text, node);
  const removed = { ...operation, query: applyEdits(text, [edit]) };
  // A document can select a field more than once with one key.
  return deselect(schema, dropUnused(schema, removed, variablesIn(node)), place);
}

/** Adds an argument with a variable to the field at a place, which is selected if it is not yet. */
export function addArgument(
  schema: GraphQLSchema,
  operation: OperationText,
  place: Place,
  name: string,
): OperationText {
  const selected = select(schema, operation, place);
  const { text, definitions } = parseDocument(selected.query);
  const field = typesAt(schema, place)?.field;
  const argument = field?.args.find((arg) => arg.name === name);
  const definition = definitionOf(definitions, place.root);
  const nodes = fieldsWithout(definitions, place, name);
  if (!field || !argument || !definition || nodes.length === 0) return selected;
  const variables = new NewVariables(definitions);
  const item = variables.add(field.name, argument);
  const edits = nodes.map((node): TextEdit => {
    const last = node.arguments?.at(-1);
    const { end } = locationOf(node.name);
    return last ? appendToList(text, last, item) : { from: end, to: end, insert: `(${item})` };
  });
  return {
    ...selected,
    query: applyEdits(text, [
      ...edits,
      ...operationsWith(definitions, definition).flatMap((node) => variables.declareIn(text, node)),
    ]),
    variables: variables.addTo(selected.variables),
  };
}

/** Removes an argument of the field at a place, and the variables that only it used. */
export function removeArgument(
  schema: GraphQLSchema,
  operation: OperationText,
  place: Place,
  name: string,
): OperationText {
  const { text, definitions } = parseDocument(operation.query);
  for (const node of nodesAt(definitions, place)) {
    if (node.kind !== Kind.FIELD) continue;
    const { arguments: list = [] } = node;
    const argument = list.find((other) => other.name.value === name);
    if (!argument) continue;
    const query = applyEdits(text, [removeFromList(text, list, argument)]);
    const removed = dropUnused(schema, { ...operation, query }, variablesIn(argument));
    return removeArgument(schema, removed, place, name);
  }
  return operation;
}

const isSubscription = (definition: DefinitionNode | undefined): definition is OperationDefinitionNode =>
  definition?.kind === Kind.OPERATION_DEFINITION && definition.operation === 'subscription';

/** Returns the edit that puts `__typename` in place of all selections of an operation. */
function emptying({ selectionSet: { selections } }: OperationDefinitionNode): TextEdit {
  const { start } = locationOf(selections[0] as SelectionNode);
  const { end } = locationOf(selections.at(-1) as SelectionNode);
  return { from: start, to: end, insert: PLACEHOLDER_FIELD };
}

/** Removes a subscription whose field is not selected any more: `__typename` is no field of a subscription. */
function withoutSubscription(
  schema: GraphQLSchema,
  operation: OperationText,
  text: string,
  definition: OperationDefinitionNode,
): OperationText {
  const emptied = { ...operation, query: applyEdits(text, [emptying(definition)]) };
  const { query, variables } = dropUnused(schema, emptied, variablesIn(definition));
  const document = parseDocument(query);
  const { start, end } = locationOf(definitionOf(document.definitions, rootOf(definition)) as DefinitionNode);
  const rest = [query.slice(0, start).trimEnd(), query.slice(end).trim()].filter((part) => part !== '');
  return { query: rest.map((part) => `${part}\n`).join('\n'), variables };
}

const fieldsWithout = (definitions: readonly DefinitionNode[], place: Place, argument: string) =>
  nodesAt(definitions, place).flatMap((node) =>
    node.kind === Kind.FIELD && !node.arguments?.some(({ name }) => name.value === argument) ? [node] : [],
  );

/** Returns the node that has selections already, or the first one. */
const preferred = (nodes: readonly PlaceNode[]): PlaceNode =>
  nodes.find(selectionSetOf) ?? (nodes[0] as PlaceNode);

/** Returns the selection of a step with the selections of the steps after it. */
function newSelection(
  schema: GraphQLSchema,
  { root, steps }: Place,
  index: number,
  variables: NewVariables,
): NewSelection {
  const step = steps[index] as Step;
  const types = typesAt(schema, { root, steps: steps.slice(0, index + 1) });
  const needed = types?.field?.args.filter(isRequiredArgument) ?? [];
  const list = needed.map((argument) => variables.add(types?.field?.name ?? '', argument)).join(', ');
  const head = idOf(step) + (list && `(${list})`);
  if (index + 1 < steps.length)
    return { head, child: newSelection(schema, { root, steps }, index + 1, variables) };
  const isLeaf = 'spread' in step || !types || isLeafType(types.type);
  return { head, child: isLeaf ? undefined : { head: PLACEHOLDER_FIELD, child: undefined } };
}

/** Adds an operation with the selection of a place. An operation without a name gets one, as documents with several need. */
function addOperation(
  schema: GraphQLSchema,
  operation: OperationText,
  { text, definitions }: ParsedDocument,
  place: Place,
): OperationText {
  const operations = definitions.filter(
    (definition): definition is OperationDefinitionNode => definition.kind === Kind.OPERATION_DEFINITION,
  );
  const taken = new Set(operations.flatMap(({ name }) => name?.value ?? []));
  const unnamed = operations.find(({ name }) => !name);
  const named = unnamed ? applyEdits(text, [nameOperation(unnamed, taken)]) : text;
  const variables = new NewVariables(definitions);
  const child = newSelection(schema, place, 0, variables);
  const [first] = place.steps;
  const name = freeName(typeNameOf(first && 'field' in first ? first.field : 'Operation'), taken);
  const type = 'operation' in place.root ? place.root.operation : 'query';
  const added = render({ head: `${type} ${name}${variables.list()}`, child }, '');
  const before = named.trim() === '' ? '' : `${named.trimEnd()}\n\n`;
  return {
    query: `${before}${added}\n`,
    variables: variables.addTo(operation.variables),
    operationName: name,
  };
}

function nameOperation(operation: OperationDefinitionNode, taken: Set<string>): TextEdit {
  const [first] = operation.selectionSet.selections;
  const name = freeName(typeNameOf(first?.kind === Kind.FIELD ? first.name.value : 'Operation'), taken);
  taken.add(name);
  const { startToken } = locationOf(operation);
  return startToken.kind === '{'
    ? { from: startToken.start, to: startToken.start, insert: `query ${name} ` }
    : { from: startToken.end, to: startToken.end, insert: ` ${name}` };
}

const typeNameOf = (field: string): string => field.charAt(0).toUpperCase() + field.slice(1);
