import type { GraphQLObjectType } from 'graphql';
import {
  lowerFirst,
  type Model,
  type ModelField,
  type ModelType,
  possibleDocuments,
} from '../../core/model/model.ts';
import {
  collectFields,
  type SelectedField,
  type Selection,
  type SelectionScope,
  selectionsOf,
} from '../../core/selection.ts';
import {
  isCount,
  isObject,
  isText,
  listOf,
  objectOf,
  orNull,
  type Validator,
} from '../../core/validators.ts';
import { documentsOfPage } from './connectionPlan.ts';
import { isPlainText } from './plainText.ts';
import { richTextAttribute } from './richText.ts';

interface ValidationScope extends SelectionScope {
  readonly model: Model;
}

/** Validates the value of a selected field. It may be null, and undefined only if a variable can exclude the field. */
const ifSelected =
  (nodes: readonly SelectedField[], isValid: Validator): Validator =>
  (value) =>
    value === undefined ? nodes.every(({ when }) => when.length > 0) : value === null || isValid(value);

/** Validates the value of a selected field that the query never leaves null. */
const ifSelectedNotNull =
  (nodes: readonly SelectedField[], isValid: Validator): Validator =>
  (value) =>
    value !== null && ifSelected(nodes, isValid)(value);

/** Creates the validator of a projected document of a type, a union or `Node`. */
export function rowValidator(
  scope: ValidationScope,
  target: string,
  selections: readonly Selection[],
): Validator {
  const inner = fieldsValidator(scope, possibleDocuments(scope.model, target), selections);
  return (value) => isObject(value) && isText(value['@type']) && isText(value['@id']) && inner(value);
}

/** Creates the validator of the results of `queryConnection` and `listConnection`. */
export function connectionValidator(
  scope: ValidationScope,
  target: ModelType,
  typeName: string,
  nodes: readonly SelectedField[],
): Validator {
  const documents = documentsOfPage(scope, target, typeName, nodes).map(
    ([key, selected]) =>
      [key, ifSelected(selected, rowValidator(scope, target.name, selectionsOf(selected)))] as const,
  );
  const row = objectOf({ '@cursor': Array.isArray, ...Object.fromEntries(documents) });
  const fields = [
    ...collectFields(
      scope,
      scope.schema.getType(typeName) as GraphQLObjectType,
      selectionsOf(nodes),
    ).values(),
  ].flat();
  const named = (...names: string[]) => fields.filter(({ node }) => names.includes(node.name.value));
  const isPage = objectOf({
    rows: ifSelected(named('nodes', 'edges', 'pageInfo'), listOf(row)),
    total: ifSelectedNotNull(named('totalCount'), isCount),
  });
  return (value) => isDeferredError(value) || isPage(value);
}

/** See `deferredError`. */
const isDeferredError = objectOf({
  error: objectOf({ message: isText, extensions: objectOf({ code: isText }) }),
});

/** Creates the validator of the fields of a row by its `_type`; a row of an unknown type is not checked. */
function fieldsValidator(
  scope: ValidationScope,
  types: readonly ModelType[],
  selections: readonly Selection[],
): (row: Readonly<Record<string, unknown>>) => boolean {
  const byType = new Map(
    types.map((type) => [
      type.document?.type ?? lowerFirst(type.name),
      fieldValidators(scope, type, selections),
    ]),
  );
  return (row) => (byType.get(String(row['@type'])) ?? []).every(([key, isValid]) => isValid(row[key]));
}

/** Returns the validators of the selected fields whose structure the query determines. */
function fieldValidators(
  scope: ValidationScope,
  type: ModelType,
  selections: readonly Selection[],
): readonly (readonly [key: string, isValid: Validator])[] {
  const objectType = scope.schema.getType(type.name) as GraphQLObjectType;
  return [...collectFields(scope, objectType, selections)].flatMap(([key, nodes]) => {
    const field = type.fields.get(nodes[0]?.node.name.value ?? '');
    const isValid = field && fieldValidator(scope, field, nodes);
    return isValid ? [[key, ifSelected(nodes, isValid)] as const] : [];
  });
}

function fieldValidator(
  scope: ValidationScope,
  field: ModelField,
  nodes: readonly SelectedField[],
): Validator | undefined {
  const { source, shape, target = '' } = field;
  const { model } = scope;
  if (source.kind === 'asset') return undefined;
  if (source.kind === 'related') return objectOf({ id: isText, by: isObject });
  if (shape === 'connection')
    return connectionValidator(scope, model.types.get(target) as ModelType, field.typeName, nodes);
  if (shape === 'richText') return richTextValidator(scope, selectionsOf(nodes));
  if (source.kind === 'inverse') {
    const row = rowValidator(scope, target, selectionsOf(nodes));
    return field.isList ? listOf(row) : row;
  }
  if (shape !== 'document' && shape !== 'union' && shape !== 'object') return undefined;
  return documentValueValidator(fieldsValidator(scope, typesAt(model, field), selectionsOf(nodes)));
}

/** Creates the validator of a document's own value, which may be anything: only projected objects in it are checked. */
function documentValueValidator(isValidRow: (row: Readonly<Record<string, unknown>>) => boolean): Validator {
  const isValid: Validator = (value) => {
    if (Array.isArray(value)) return value.every(isValid);
    return !isObject(value) || isValidRow(value);
  };
  return isValid;
}

const typesAt = (model: Model, { target, typeName }: ModelField): readonly ModelType[] =>
  target === 'Node'
    ? model.documents
    : (model.unions.get(target ?? typeName) ?? [target ?? typeName]).flatMap(
        (name) => model.types.get(name) ?? [],
      );

/** Validators of the values of a rich text, by field. */
const VALUE_VALIDATORS: Readonly<Record<string, Validator>> = {
  json: () => true,
  plainText: isPlainText,
  readingMinutes: isText,
};

function richTextValidator(scope: ValidationScope, selections: readonly Selection[]): Validator {
  const type = scope.schema.getType('RichText') as GraphQLObjectType;
  const fields = [...collectFields(scope, type, selections)];
  const links = fields.flatMap(([key, nodes]): [string, Validator][] =>
    nodes[0]?.node.name.value === 'links'
      ? [[key, ifSelectedNotNull(nodes, linksValidator(scope, selectionsOf(nodes)))]]
      : [],
  );
  const values = Object.entries(VALUE_VALIDATORS).flatMap(([name, isValid]): [string, Validator][] => {
    const nodes = fields.flatMap(([, selected]) => selected).filter(({ node }) => node.name.value === name);
    if (nodes.length === 0) return [];
    const validate = name === 'json' ? ifSelectedNotNull : ifSelected;
    return [[richTextAttribute(name) ?? name, validate(nodes, isValid)]];
  });
  return objectOf({ '@defined': (value) => value === true, ...Object.fromEntries([...links, ...values]) });
}

function linksValidator(scope: ValidationScope, selections: readonly Selection[]): Validator {
  const isOfModel = objectOf({ '@type': (name) => scope.model.typeOfDocument.has(String(name)) });
  const linkedDocument = (inner: readonly Selection[]): Validator => {
    const isRow = rowValidator(scope, 'Node', inner);
    return (value) => isOfModel(value) && isRow(value);
  };
  const fieldsOf = (name: string, inner: readonly Selection[]) => [
    ...collectFields(scope, scope.schema.getType(name) as GraphQLObjectType, inner),
  ];
  const lists = fieldsOf('RichTextLinks', selections).flatMap(([key, nodes]): [string, Validator][] => {
    const inner = selectionsOf(nodes);
    const name = nodes[0]?.node.name.value;
    if (name === 'images') return [[key, ifSelected(nodes, listOf(isObject))]];
    if (name === 'documents') return [[key, ifSelected(nodes, listOf(linkedDocument(inner)))]];
    if (name !== 'references') return [];
    const documents = fieldsOf('RichTextReference', inner)
      .filter(([, documentNodes]) => documentNodes[0]?.node.name.value === 'document')
      .map(([at, documentNodes]): [string, Validator] => [
        at,
        ifSelectedNotNull(documentNodes, linkedDocument(selectionsOf(documentNodes))),
      ]);
    return [[key, ifSelected(nodes, listOf(objectOf({ '@id': isText, ...Object.fromEntries(documents) })))]];
  });
  return objectOf({ refs: orNull(Array.isArray), ...Object.fromEntries(lists) });
}
