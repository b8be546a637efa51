import type { GraphQLField, GraphQLObjectType } from 'graphql';
import { collectFields } from '../../core/collectFields.ts';
import type { Locale } from '../../core/locales.ts';
import { sharedSource } from '../../core/model/documentInterface.ts';
import {
  isDocumentInterface,
  type Model,
  type ModelField,
  type ModelType,
  possibleDocuments,
} from '../../core/model/model.ts';
import { VIDEO_ASSET } from '../../core/model/unionMembers.ts';
import {
  type SelectedField,
  type Selection,
  type SelectionScope,
  selectionsOf,
} from '../../core/selection.ts';
import { fileProjection } from './assets/files.ts';
import { imageProjection } from './assets/images.ts';
import { videosGroq } from './assets/videos.ts';
import { deferredError } from './connections/connection.ts';
import { listConnection } from './connections/listConnection.ts';
import { attributesByType, type TypedAttributes } from './groq/attributesByType.ts';
import { addDocumentTypes } from './groq/documentTypes.ts';
import { typesOfExpression } from './groq/expressionTypes.ts';
import { facetValue } from './groq/facetValue.ts';
import { fieldGroq, type Groq, groq, groqObject, groqWhen, isStored } from './groq/groq.ts';
import { itemKey, itemsGroq, storedList } from './groq/listItems.ts';
import { modelOfLocale, TRANSLATION_VALUE, translationGroq } from './groq/modelOfLocale.ts';
import { orOuterValue } from './groq/outerValues.ts';
import type { Projector } from './groq/projector.ts';
import { documentsProjection } from './groq/references.ts';
import { inverseProjection } from './inverseProjection.ts';
import { richTextProjection } from './richText.ts';
import { unionProjection } from './unionProjection.ts';
import { GEO_POINT_PROJECTION } from './values/geoPoints.ts';

/** The attributes of every projected document. */
const IDENTITY = ['"@type": _type', '"@id": _id'];

/**
 * Creates the compiler of selections into projections. A projection has each selected field under its response key and
 * follows references in place, so that a single query serves any depth.
 * @param baseModel in all languages
 */
export function createProjector(scope: SelectionScope, baseModel: Model, locale: Locale): Projector {
  const model = modelOfLocale(baseModel, locale);
  const projector: Projector = {
    schema: scope.schema,
    fragments: scope.fragments,
    model,
    baseModel,
    locale,
    documentTypes: new Set(),
    fields: (type, selections) => projectFields(projector, type, selections),
    document(type, selections, more = []) {
      if (type.document) projector.documentTypes.add(type.document.type);
      return groqObject([...IDENTITY, ...more, ...projectFields(projector, type, selections)]);
    },
    target(name, selections) {
      const type = model.types.get(name);
      // A list of documents of several types names those that it reads.
      if (!isDocumentInterface(model, name)) addDocumentTypes(projector.documentTypes, model, name);
      if (type?.document) return projector.document(type, selections);
      const members = possibleDocuments(model, name).map(
        (member): TypedAttributes => ({
          type: member.typeAttribute,
          attributes: projectFields(projector, member, selections),
        }),
      );
      return groqObject([...IDENTITY, ...attributesByType(members)]);
    },
  };
  return projector;
}

function projectFields(projector: Projector, type: ModelType, selections: readonly Selection[]): Groq[] {
  const objectType = projector.schema.getType(type.name) as GraphQLObjectType;
  return [...collectFields(projector, type.name, selections)].flatMap(([key, nodes]) => {
    const name = nodes[0]?.node.name.value ?? '';
    const field = sharedSource(type, name);
    const value = field
      ? fieldOrOuterValue(
          projector,
          type,
          field,
          objectType.getFields()[name] as GraphQLField<unknown, unknown>,
          nodes,
        )
      : SYSTEM_FIELDS[name];
    if (value === undefined) return [];
    const stored = field && !field.localized ? storedList(field, key) : '';
    return [
      groqWhen(
        nodes.map((node) => node.when),
        groq`${JSON.stringify(key)}: ${value}${stored && `, ${stored}`}`,
      ),
    ];
  });
}

/** Fields of every document; `id` is in `IDENTITY`. */
const SYSTEM_FIELDS: Readonly<Record<string, Groq | undefined>> = {
  createdAt: '_createdAt',
  updatedAt: '_updatedAt',
};

function fieldOrOuterValue(...field: Parameters<typeof fieldValue>): Groq | undefined {
  const value = fieldValue(...field);
  const [projector, type, { name, shape }] = field;
  // A connection is always an object, which contains the outer value.
  if (value === undefined || shape === 'connection') return value;
  return outerValueOf(projector, type, name, value);
}

/** Adds what the path of a field leads through. The model of a language has expressions in place of paths. */
function outerValueOf({ baseModel }: Projector, type: ModelType, name: string, value: Groq): Groq {
  const stored = baseModel.types.get(type.name)?.fields.get(name);
  return stored ? orOuterValue(stored, value) : value;
}

function fieldValue(
  projector: Projector,
  type: ModelType,
  field: ModelField,
  definition: GraphQLField<unknown, unknown>,
  nodes: readonly SelectedField[],
): Groq | undefined {
  const { source } = field;
  const selections = selectionsOf(nodes);
  if (field.localized) return translatedValue(projector, type, field, definition, nodes);
  if (source.kind === 'inverse') return inverseProjection(projector, field, source.path, definition, nodes);
  if (source.kind === 'asset') {
    projector.documentTypes.add(VIDEO_ASSET);
    return videosGroq(source.attribute, field.isList);
  }
  if (source.kind === 'related') return relatedValue(projector, type, source.by);
  if (source.kind === 'groq')
    for (const documentType of typesOfExpression(projector.model, type, source))
      projector.documentTypes.add(documentType);
  const value = fieldGroq(field);
  const elements = itemsGroq(field, definition, nodes);
  // The value itself if it is no object, so that its kind is known. An expression is evaluated only once.
  const project = (projection: Groq) =>
    isStored(field) ? groq`coalesce(${elements}${projection}, ${value})` : groq`${elements}${projection}`;
  switch (field.shape) {
    case 'image':
      return project(imageProjection(projector, selections));
    case 'file':
      return project(fileProjection(projector, selections));
    case 'geoPoint':
      return project(GEO_POINT_PROJECTION);
    case 'richText':
      return richTextProjection(projector, value, selections);
    case 'object': {
      const inner = projector.model.types.get(field.typeName) as ModelType;
      const fields = projectFields(projector, inner, selections);
      const key = field.isList ? itemKey(projector, inner, selections) : [];
      return project(groqObject(withType([...key, ...fields])));
    }
    case 'connection':
      return deferredError(
        listConnection(
          {
            projector,
            target: projector.model.types.get(field.target as string) as ModelType,
            field: definition,
            nodes,
          },
          value,
          {
            orOuterValue: (list) => outerValueOf(projector, type, field.name, list),
            isStored: isStored(field),
          },
        ),
      );
    case 'document':
      return documentsProjection(field, projector.target(field.target as string, selections));
    case 'union':
      return unionProjection(projector, field, elements, selections);
    default:
      return field.isSliced ? project('') : value;
  }
}

/** Returns the projection of a localized field: its translation, whose value is projected as the value of any field. */
function translatedValue(...[projector, type, field, ...rest]: Parameters<typeof fieldValue>): Groq {
  const { baseModel, locale } = projector;
  const stored = baseModel.types.get(type.name)?.fields.get(field.name) as ModelField;
  const translation = translationGroq(baseModel, stored, locale.codes);
  const own: ModelField = {
    ...field,
    name: TRANSLATION_VALUE,
    source: { kind: 'attribute' },
    localized: undefined,
  };
  const value = fieldValue(projector, type, own, ...rest);
  const list = storedList(own, TRANSLATION_VALUE);
  return value === TRANSLATION_VALUE
    ? translation
    : groq`${translation}{..., "${TRANSLATION_VALUE}": ${value ?? 'null'}${list && `, ${list}`}}`;
}

/** Adds an attribute: an empty projection would turn a missing value into an empty object. */
const withType = (attributes: readonly Groq[]): readonly Groq[] => ['"@type": _type', ...attributes];

function relatedValue({ model, documentTypes }: Projector, type: ModelType, by: readonly string[]): Groq {
  const values = by.flatMap((name) => {
    const field = type.fields.get(name);
    if (field?.target) addDocumentTypes(documentTypes, model, field.target);
    return field ? [`"${name}": ${facetValue(model, field)}`] : [];
  });
  return `{"id": _id, "by": {${values.join(', ')}}}`;
}
