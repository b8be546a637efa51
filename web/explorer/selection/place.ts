import {
  type ASTNode,
  type DefinitionNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type OperationTypeNode,
  type SelectionNode,
  type SelectionSetNode,
  TypeNameMetaFieldDef,
} from 'graphql';

/** The definition of a document that a place is in. */
export type Root =
  | { readonly operation: `${OperationTypeNode}`; readonly name?: string | undefined }
  | { readonly fragment: string; readonly on: string };

/** A selection: a field with its alias or name, a fragment on a type, or a named fragment. */
export type Step =
  | { readonly field: string; readonly key: string }
  | { readonly on: string }
  | { readonly spread: string };

/** A place in the selections of a document, whether the document has it or not. */
export interface Place {
  readonly root: Root;
  readonly steps: readonly Step[];
}

type Executable = OperationDefinitionNode | FragmentDefinitionNode;

/** A node that has or could have a selection set. */
export type PlaceNode = Executable | SelectionNode;

/** What the schema says about a place. */
export interface PlaceTypes {
  /** The type whose fields can be selected. */
  readonly type: GraphQLNamedType;
  /** The field that a place with a field as its last step is at. */
  readonly field: GraphQLField<unknown, unknown> | undefined;
  readonly parentType: GraphQLNamedType | undefined;
}

/** Returns what the schema says about a place; undefined if it does not have it. */
export function typesAt(schema: GraphQLSchema, { root, steps }: Place): PlaceTypes | undefined {
  const rootType =
    'fragment' in root ? schema.getType(root.on) : schema.getRootType(root.operation as OperationTypeNode);
  let found: PlaceTypes | undefined = rootType
    ? { type: rootType, field: undefined, parentType: undefined }
    : undefined;
  for (const step of steps) {
    if (!found) return undefined;
    const { type: parentType } = found;
    const field = 'field' in step ? fieldOf(parentType, step.field) : undefined;
    const type = 'on' in step ? schema.getType(step.on) : field && getNamedType(field.type);
    found = type && { type, field, parentType };
  }
  return found;
}

/** Returns a field of a type, `__typename` included. */
function fieldOf(type: GraphQLNamedType, name: string): GraphQLField<unknown, unknown> | undefined {
  if (name === TypeNameMetaFieldDef.name) return TypeNameMetaFieldDef;
  return isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined;
}

export const isExecutable = (definition: DefinitionNode): definition is Executable =>
  definition.kind === Kind.OPERATION_DEFINITION || definition.kind === Kind.FRAGMENT_DEFINITION;

/** Returns the root of the places in a definition. */
export const rootOf = (definition: Executable): Root =>
  definition.kind === Kind.FRAGMENT_DEFINITION
    ? { fragment: definition.name.value, on: definition.typeCondition.name.value }
    : { operation: definition.operation, name: definition.name?.value };

/** Returns the definition of a root: without one of its name, the first operation of its type. */
export function definitionOf(definitions: readonly DefinitionNode[], root: Root): Executable | undefined {
  const executables = definitions.filter(isExecutable);
  if ('fragment' in root)
    return executables.find(
      (definition) => definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === root.fragment,
    );
  const operations = executables.filter(
    (definition) => definition.kind === Kind.OPERATION_DEFINITION && definition.operation === root.operation,
  );
  return operations.find(({ name }) => name?.value === root.name) ?? operations[0];
}

/** Returns the nodes at a place: several if a document selects a field more than once with one key, none if it does not have it. */
export function nodesAt(
  definitions: readonly DefinitionNode[],
  { root, steps }: Place,
): readonly PlaceNode[] {
  const definition = definitionOf(definitions, root);
  let nodes: readonly PlaceNode[] = definition ? [definition] : [];
  for (const step of steps) nodes = selectionsIn(nodes).filter((selection) => isAt(selection, step));
  return nodes;
}

/** Returns the selections of nodes, and the selections of their fragments without a type. */
export const selectionsIn = (nodes: readonly PlaceNode[]): readonly SelectionNode[] =>
  nodes
    .flatMap((node) => selectionSetOf(node)?.selections ?? [])
    .flatMap((selection) =>
      selection.kind === Kind.INLINE_FRAGMENT && !selection.typeCondition
        ? selectionsIn([selection])
        : [selection],
    );

export const selectionSetOf = (node: ASTNode): SelectionSetNode | undefined =>
  'selectionSet' in node ? node.selectionSet : undefined;

/** Returns the step that leads to a selection; undefined for a fragment without a type. */
export function stepTo(selection: SelectionNode): Step | undefined {
  if (selection.kind === Kind.FRAGMENT_SPREAD) return { spread: selection.name.value };
  if (selection.kind === Kind.INLINE_FRAGMENT)
    return selection.typeCondition && { on: selection.typeCondition.name.value };
  const field = selection.name.value;
  return { field, key: selection.alias?.value ?? field };
}

const isAt = (selection: SelectionNode, step: Step): boolean => {
  const own = stepTo(selection);
  return own !== undefined && idOf(own) === idOf(step);
};

/** Returns a text that is the same for equal steps. */
export function idOf(step: Step): string {
  if ('spread' in step) return `...${step.spread}`;
  if ('on' in step) return `... on ${step.on}`;
  return step.key === step.field ? step.field : `${step.key}: ${step.field}`;
}

/** Returns the place of a selection at a place. */
export const within = ({ root, steps }: Place, step: Step): Place => ({ root, steps: [...steps, step] });
