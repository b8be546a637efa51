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

/** What a shape is told from. */
interface ShapeScope extends SelectionScope {
  readonly model: Model;
}

/**
 * What stands under the key of a field that was asked for, or under another made for it: null where there is nothing, and
 * absent only where a variable may leave the field out.
 */
const askedFor =
  (nodes: readonly SelectedField[], shape: Validator): Validator =>
  (value) =>
    value === undefined ? nodes.every(({ when }) => when.length > 0) : value === null || shape(value);

/** A document of a type, a union or `Node`, as the projection of these selections answers it. */
export function rowShape(scope: ShapeScope, target: string, selections: readonly Selection[]): Validator {
  const inner = innerShape(scope, possibleDocuments(scope.model, target), selections);
  return (value) => isObject(value) && isText(value['@type']) && isText(value['@id']) && inner(value);
}

/** What `queryConnection` and `listConnection` answer for the documents of a type. */
export function connectionShape(
  scope: ShapeScope,
  target: ModelType,
  typeName: string,
  nodes: readonly SelectedField[],
): Validator {
  const documents = documentsOfPage(scope, target, typeName, nodes).map(
    ([key, selected]) =>
      [key, askedFor(selected, rowShape(scope, target.name, selectionsOf(selected)))] as const,
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
  const [ofRows, ofTotal] = [named('nodes', 'edges', 'pageInfo'), named('totalCount')];
  const page = objectOf({ rows: askedFor(ofRows, listOf(row)), total: askedFor(ofTotal, isCount) });
  return (value) => REFUSED(value) || page(value);
}

/** A connection inside a document, whose arguments cannot be served: see `refusable`. */
const REFUSED = objectOf({ refused: objectOf({ message: isText, code: isText }) });

/** The parts of rows, whose type each tells itself: what is of no type that is known has none. */
function innerShape(
  scope: ShapeScope,
  types: readonly ModelType[],
  selections: readonly Selection[],
): (row: Readonly<Record<string, unknown>>) => boolean {
  const byType = new Map(
    types.map((type) => [type.document?.type ?? lowerFirst(type.name), partsOf(scope, type, selections)]),
  );
  return (row) => (byType.get(String(row['@type'])) ?? []).every(([key, fits]) => fits(row[key]));
}

/** Of the fields selected of a type, those that the query has a hand in, each absent where a variable leaves it out. */
function partsOf(
  scope: ShapeScope,
  type: ModelType,
  selections: readonly Selection[],
): readonly (readonly [key: string, shape: Validator])[] {
  const objectType = scope.schema.getType(type.name) as GraphQLObjectType;
  return [...collectFields(scope, objectType, selections)].flatMap(([key, nodes]) => {
    const field = type.fields.get(nodes[0]?.node.name.value ?? '');
    const shape = field && fieldShape(scope, field, nodes);
    return shape ? [[key, askedFor(nodes, shape)] as const] : [];
  });
}

function fieldShape(
  scope: ShapeScope,
  field: ModelField,
  nodes: readonly SelectedField[],
): Validator | undefined {
  const { origin, shape, target = '' } = field;
  const { model } = scope;
  if (origin.kind === 'asset') return undefined;
  if (origin.kind === 'related') return objectOf({ id: isText, by: isObject });
  if (shape === 'connection')
    return connectionShape(scope, model.types.get(target) as ModelType, field.typeName, nodes);
  if (shape === 'richText') return richTextShape(scope, selectionsOf(nodes));
  if (origin.kind === 'inverse') {
    const row = rowShape(scope, target, selectionsOf(nodes));
    return field.isList ? listOf(row) : row;
  }
  if (shape !== 'document' && shape !== 'union' && shape !== 'object') return undefined;
  return held(innerShape(scope, typesAt(model, field), selectionsOf(nodes)));
}

/** What stands where a document has it: one or several, or nothing that can be read. Only what is inside is the query's. */
function held(inner: (row: Readonly<Record<string, unknown>>) => boolean): Validator {
  const fits: Validator = (value) => {
    if (Array.isArray(value)) return value.every(fits);
    return !isObject(value) || inner(value);
  };
  return fits;
}

const typesAt = (model: Model, { target, typeName }: ModelField): readonly ModelType[] =>
  target === 'Node'
    ? model.documents
    : (model.unions.get(target ?? typeName) ?? [target ?? typeName]).flatMap(
        (name) => model.types.get(name) ?? [],
      );

function richTextShape(scope: ShapeScope, selections: readonly Selection[]): Validator {
  const type = scope.schema.getType('RichText') as GraphQLObjectType;
  const parts = [...collectFields(scope, type, selections)].flatMap(([key, nodes]): [string, Validator][] => {
    const name = nodes[0]?.node.name.value;
    if (name === 'links') return [[key, askedFor(nodes, linksShape(scope, selectionsOf(nodes)))]];
    if (name === 'plainText') return [[key, askedFor(nodes, isPlainText)]];
    return name === 'readingMinutes' ? [[key, askedFor(nodes, isText)]] : [];
  });
  return objectOf({ '@defined': (value) => value === true, ...Object.fromEntries(parts) });
}

function linksShape(scope: ShapeScope, selections: readonly Selection[]): Validator {
  const isKnown = objectOf({ '@type': (name) => scope.model.typeOfDocument.has(String(name)) });
  const linked = (within: readonly Selection[]): Validator => {
    const row = rowShape(scope, 'Node', within);
    return (value) => isKnown(value) && row(value);
  };
  const fieldsOf = (name: string, within: readonly Selection[]) => [
    ...collectFields(scope, scope.schema.getType(name) as GraphQLObjectType, within),
  ];
  const lists = fieldsOf('RichTextLinks', selections).flatMap(([key, nodes]): [string, Validator][] => {
    const within = selectionsOf(nodes);
    const name = nodes[0]?.node.name.value;
    if (name === 'images') return [[key, askedFor(nodes, listOf(isObject))]];
    if (name === 'documents') return [[key, askedFor(nodes, listOf(linked(within)))]];
    if (name !== 'references') return [];
    const documents = fieldsOf('RichTextReference', within)
      .filter(([, inner]) => inner[0]?.node.name.value === 'document')
      .map(([at, inner]): [string, Validator] => [at, askedFor(inner, linked(selectionsOf(inner)))]);
    return [[key, askedFor(nodes, listOf(objectOf({ '@id': isText, ...Object.fromEntries(documents) })))]];
  });
  return objectOf({ refs: orNull(Array.isArray), ...Object.fromEntries(lists) });
}
