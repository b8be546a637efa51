import { collectFields } from '../../core/collectFields.ts';
import { type Model, type ModelField, type ModelType, possibleDocuments } from '../../core/model/model.ts';
import { hasMember } from '../../core/model/unionMembers.ts';
import { type SelectedField, type Selection, selectionsOf } from '../../core/selection.ts';
import {
  ifSelected,
  ifSelectedNotNull,
  isCount,
  isObject,
  isText,
  listOf,
  objectOf,
  type Validator,
} from '../../core/validators.ts';
import { documentsOfPage } from './connections/pageSelection.ts';
import type { ModelScope } from './groq/projector.ts';
import { richTextValidator } from './richTextValidation.ts';

/** Creates the validator of a projected document of a type, a union or `Node`. */
export function rowValidator(scope: ModelScope, target: string, selections: readonly Selection[]): Validator {
  const inner = fieldsValidator(scope, possibleDocuments(scope.model, target), selections);
  return (value) => isObject(value) && isText(value['@type']) && isText(value['@id']) && inner(value);
}

/** Creates the validator of the results of `queryConnection` and `listConnection`. */
export function connectionValidator(
  scope: ModelScope,
  target: ModelType,
  typeName: string,
  nodes: readonly SelectedField[],
): Validator {
  const documents = documentsOfPage(scope, target, typeName, nodes).map(
    ([key, selected]) =>
      [key, ifSelected(selected, rowValidator(scope, target.name, selectionsOf(selected)))] as const,
  );
  const row = objectOf({ '@cursor': Array.isArray, ...Object.fromEntries(documents) });
  const fields = [...collectFields(scope, typeName, selectionsOf(nodes)).values()].flat();
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
  scope: ModelScope,
  types: readonly ModelType[],
  selections: readonly Selection[],
): (row: Readonly<Record<string, unknown>>) => boolean {
  const byType = new Map(types.map((type) => [type.typeAttribute, fieldValidators(scope, type, selections)]));
  return (row) => (byType.get(row['@type'] as string) ?? []).every(([key, isValid]) => isValid(row[key]));
}

/** Returns the validators of the selected fields whose structure the query determines. */
function fieldValidators(
  scope: ModelScope,
  type: ModelType,
  selections: readonly Selection[],
): readonly (readonly [key: string, isValid: Validator])[] {
  return [...collectFields(scope, type.name, selections)].flatMap(([key, nodes]) => {
    const field = type.fields.get(nodes[0]?.node.name.value ?? '');
    const isValid = field && fieldValidator(scope, field, nodes);
    if (!isValid) return [];
    // The query has an object for every connection, also for one without documents.
    const ifPresent = field.shape === 'connection' ? ifSelectedNotNull : ifSelected;
    return [[key, ifPresent(nodes, isValid)] as const];
  });
}

function fieldValidator(
  scope: ModelScope,
  field: ModelField,
  nodes: readonly SelectedField[],
): Validator | undefined {
  const { source, shape, target = '' } = field;
  const { model } = scope;
  if (source.kind === 'asset') return undefined;
  if (source.kind === 'related') return objectOf({ id: isText, by: isObject });
  if (shape === 'connection')
    return connectionValidator(scope, model.types.get(target) as ModelType, field.typeName, nodes);
  if (shape === 'richText')
    return projectedRichText(
      richTextValidator(scope, selectionsOf(nodes), { rowValidator, fieldValidators }),
    );
  if (source.kind === 'inverse') {
    const row = rowValidator(scope, target, selectionsOf(nodes));
    return field.isList ? listOf(row) : row;
  }
  if (shape !== 'document' && shape !== 'union' && shape !== 'object') return undefined;
  const selections = selectionsOf(nodes);
  const isRow = fieldsValidator(scope, typesAt(model, field), selections);
  if (shape !== 'union' || !hasMember(model, target, 'RichText')) return documentValueValidator(isRow);
  const isRichText = richTextValidator(scope, selections, { rowValidator, fieldValidators });
  return documentValueValidator((row) => ('@defined' in row ? isRichText(row) : isRow(row)));
}

/** Accepts a stored value of another kind, which is not projected: `createValueParser` rejects it. */
const projectedRichText =
  (isRichText: Validator): Validator =>
  (value) =>
    !isObject(value) || !('@defined' in value) || isRichText(value);

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
