import type { DocumentNode, OperationVariables } from '@apollo/client';
import { canonicalStringify } from '@apollo/client/utilities';
import {
  type DirectiveNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql';
import { operationOf } from './operations.ts';
import possibleTypes from './possibleTypes.generated.ts';

/** The fields that a document selects of an object, by the type of the object. */
export interface Selection {
  fieldsOf(typename: string | undefined): readonly SelectedField[];
}

export interface SelectedField {
  readonly responseName: string;
  /** Returns the name of the field in the cache, with its arguments. */
  storeName(variables: OperationVariables): string;
  /** Returns whether its directives `@include` and `@skip` include it. */
  isIncluded(variables: OperationVariables): boolean;
  /** The selection of its objects; undefined for scalars. */
  readonly child: Selection | undefined;
}

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

const selections = new WeakMap<DocumentNode, Selection>();

/** Returns the selection of the operation of a document. It is collected once. */
export function selectionOf(document: DocumentNode): Selection {
  const selection = selections.get(document) ?? createSelection(document);
  selections.set(document, selection);
  return selection;
}

function createSelection(document: DocumentNode): Selection {
  const fragments = new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition]] : [],
    ),
  );
  return combineSets([operationOf(document).selectionSet], fragments);
}

/** Returns the selection of several sets together. The fields of a type are collected when its first object is seen. */
function combineSets(sets: readonly SelectionSetNode[], fragments: Fragments): Selection {
  const byType = new Map<string | undefined, readonly SelectedField[]>();
  return {
    fieldsOf(typename) {
      const known = byType.get(typename) ?? collectFields(sets, typename, fragments);
      byType.set(typename, known);
      return known;
    },
  };
}

function collectFields(
  sets: readonly SelectionSetNode[],
  typename: string | undefined,
  fragments: Fragments,
): SelectedField[] {
  const nodes = new Map<string, FieldNode[]>();
  const collect = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        const name = (selection.alias ?? selection.name).value;
        nodes.set(name, [...(nodes.get(name) ?? []), selection]);
        continue;
      }
      const fragment =
        selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection;
      if (fragment && matches(fragment.typeCondition?.name.value, typename)) collect(fragment.selectionSet);
    }
  };
  for (const set of sets) collect(set);
  nodes.delete('__typename');
  return [...nodes].map(([responseName, fields]) => {
    const childSets = fields.flatMap(({ selectionSet }) => selectionSet ?? []);
    return {
      responseName,
      storeName: storeNameOf(fields[0] as FieldNode),
      child: childSets.length > 0 ? combineSets(childSets, fragments) : undefined,
      isIncluded: conditionOf(fields),
    };
  });
}

/** Returns whether a type is that of a condition, or one of its possible types. */
const matches = (condition: string | undefined, typename: string | undefined): boolean =>
  condition === undefined ||
  condition === typename ||
  (typename !== undefined && (possibleTypes.possibleTypes[condition]?.includes(typename) ?? false));

/** Returns the name that the cache gives a field: its arguments follow as JSON with sorted keys. */
function storeNameOf({ name, arguments: given = [] }: FieldNode): SelectedField['storeName'] {
  const nameFor = (variables: OperationVariables): string => {
    const values = Object.fromEntries(
      given.map((argument) => [argument.name.value, valueFromASTUntyped(argument.value, variables)]),
    );
    const text = canonicalStringify(values);
    return text === '{}' ? name.value : `${name.value}(${text})`;
  };
  if (given.some(({ value }) => JSON.stringify(value).includes(`"${Kind.VARIABLE}"`))) return nameFor;
  const constant = nameFor({});
  return () => constant;
}

const ALWAYS = () => true;

/** Returns the condition of a field that is selected several times: one of its nodes is included. */
function conditionOf(fields: readonly FieldNode[]): SelectedField['isIncluded'] {
  if (fields.some(({ directives = [] }) => directives.length === 0)) return ALWAYS;
  return (variables) =>
    fields.some(({ directives = [] }) =>
      directives.every((directive) => meetsCondition(directive, variables)),
    );
}

function meetsCondition(
  { name, arguments: [condition] = [] }: DirectiveNode,
  variables: OperationVariables,
): boolean {
  if (!condition || !['include', 'skip'].includes(name.value)) return true;
  return valueFromASTUntyped(condition.value, variables) === (name.value === 'include');
}
