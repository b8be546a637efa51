import { collectFields } from '../../core/collectFields.ts';
import type { ModelType, RichTextPosition } from '../../core/model/model.ts';
import { kindsAt, typeNamesAt, UNKNOWN_NODE } from '../../core/model/richTextKinds.ts';
import { type SelectedField, type Selection, selectionsOf } from '../../core/selection.ts';
import {
  ifSelected,
  ifSelectedNotNull,
  isObject,
  isText,
  listOf,
  objectOf,
  orNull,
  type Validator,
} from '../../core/validators.ts';
import { isNote, LINK_REFERENCES } from './bounds/richTextForms.ts';
import { isPlainText } from './groq/plainText.ts';
import type { ModelScope } from './groq/projector.ts';
import { richTextAttribute } from './richText.ts';
import { nodesAttribute, positionOf } from './richTextNodes.ts';

/** Validators of the values of a rich text, by field. */
const VALUE_VALIDATORS: Readonly<Record<string, Validator>> = {
  json: () => true,
  plainText: isPlainText,
  readingMinutes: isPlainText,
};

/** The validators of documents and of objects within them. */
interface ModelValidators {
  rowValidator(scope: ModelScope, target: string, selections: readonly Selection[]): Validator;
  fieldValidators(
    scope: ModelScope,
    type: ModelType,
    selections: readonly Selection[],
  ): readonly (readonly [key: string, isValid: Validator])[];
}

/** Creates the validator of a projected rich text. */
export function richTextValidator(
  scope: ModelScope,
  selections: readonly Selection[],
  validators: ModelValidators,
): Validator {
  const fields = [...collectFields(scope, 'RichText', selections)];
  const links = fields.flatMap(([key, nodes]): [string, Validator][] =>
    nodes[0]?.node.name.value === 'links'
      ? [[key, ifSelectedNotNull(nodes, linksValidator(scope, selectionsOf(nodes), validators))]]
      : [],
  );
  const lists = nodeListValidators(scope, fields, validators);
  const values = Object.entries(VALUE_VALIDATORS).flatMap(([name, isValid]): [string, Validator][] => {
    const attribute = richTextAttribute(name);
    const nodes = fields
      .flatMap(([, selected]) => selected)
      .filter(({ node }) => richTextAttribute(node.name.value) === attribute);
    if (nodes.length === 0) return [];
    const validate = name === 'json' ? ifSelectedNotNull : ifSelected;
    return [[attribute ?? name, validate(nodes, isValid)]];
  });
  return objectOf({
    '@defined': (value) => value === true,
    ...Object.fromEntries([...links, ...lists, ...values]),
  });
}

/** Returns validators of the lists of parts among the selected fields of a rich text or a block, by attribute. */
function nodeListValidators(
  scope: ModelScope,
  fields: readonly (readonly [key: string, nodes: readonly SelectedField[]])[],
  validators: ModelValidators,
): [string, Validator][] {
  return fields.flatMap(([key, nodes]): [string, Validator][] => {
    const name = nodes[0]?.node.name.value ?? '';
    const position = positionOf(name);
    if (!position) return [];
    const isNode = nodeValidator(scope, position, selectionsOf(nodes), validators);
    return [[nodesAttribute(name, key), ifSelected(nodes, listOf(isNode))]];
  });
}

/** Validates the parts that the query projects: texts may be anything, and so may values that are not objects. */
function nodeValidator(
  scope: ModelScope,
  position: RichTextPosition,
  selections: readonly Selection[],
  validators: ModelValidators,
): Validator {
  const byType = new Map<unknown, readonly (readonly [key: string, isValid: Validator])[]>(
    [...kindsAt(scope.model, position)].map(([type, kind]) => [
      type,
      validators.fieldValidators(scope, kind, selections),
    ]),
  );
  if (position === 'BLOCK') {
    byType.set(
      'block',
      nodeListValidators(scope, [...collectFields(scope, 'TextBlock', selections)], validators),
    );
  }
  const knownTypes = typeNamesAt(scope.model, position);
  const isValidUnknownNode = objectOf(
    Object.fromEntries(
      [...collectFields(scope, UNKNOWN_NODE, selections)]
        .filter(([, nodes]) => nodes[0]?.node.name.value === 'json')
        .map(([, nodes]) => ['@json', ifSelectedNotNull(nodes, isObject)]),
    ),
  );
  return (node) => {
    if (!isObject(node) || isNote(node)) return true;
    if (!knownTypes.has(node['@type'] as string)) return isValidUnknownNode(node);
    return (byType.get(node['@type']) ?? []).every(([key, isValid]) => isValid(node[key]));
  };
}

function linksValidator(
  scope: ModelScope,
  selections: readonly Selection[],
  { rowValidator }: ModelValidators,
): Validator {
  const isOfModel = objectOf({ '@type': (name) => scope.model.typeOfDocument.has(name as string) });
  const linkedDocument = (inner: readonly Selection[]): Validator => {
    const isRow = rowValidator(scope, 'Node', inner);
    return (value) => isOfModel(value) && isRow(value);
  };
  const fieldsOf = (name: string, inner: readonly Selection[]) => [...collectFields(scope, name, inner)];
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
  return objectOf({ [LINK_REFERENCES]: orNull(Array.isArray), ...Object.fromEntries(lists) });
}
