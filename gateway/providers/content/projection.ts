import type { GraphQLField, GraphQLObjectType } from 'graphql';
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
import { deferredError } from './connection.ts';
import { facetValue } from './groq/facetValue.ts';
import { sourceOf } from './groq/filters.ts';
import { attribute, attributeOf, type Groq, groq, groqObject, groqWhen } from './groq/groq.ts';
import { assetIdsOf, followReference } from './groq/references.ts';
import { imageProjection } from './images.ts';
import { listConnection } from './listConnection.ts';
import type { Projector } from './projector.ts';
import { queryConnection } from './queryConnection.ts';
import { richTextProjection } from './richText.ts';
import { tagDocuments, tagExpression, VIDEO_ASSET } from './tags.ts';

/** How many documents a list that is not a connection holds at most. */
const LONGEST_INVERSE_LIST = 100;

/** The attributes every projected document begins with. */
const IDENTITY = ['"@type": _type', '"@id": _id'];

/**
 * Compiles selections into projections: everything selected, each under its response key, references followed in place.
 * Aliases keep apart what is asked for twice.
 */
export function createProjector(scope: SelectionScope, model: Model): Projector {
  const projector: Projector = {
    schema: scope.schema,
    fragments: scope.fragments,
    model,
    reads: new Set(),
    document(type, selections) {
      if (type.document) projector.reads.add(type.document.type);
      return groqObject([...IDENTITY, ...projectFields(projector, type, selections)]);
    },
    target(name, selections) {
      const type = model.types.get(name);
      tagDocuments(projector.reads, model, name);
      if (type?.document) return projector.document(type, selections);
      const byType = possibleDocuments(model, name).flatMap((member) => {
        const fields = projectFields(projector, member, selections);
        return fields.length === 0
          ? []
          : [groq`_type == "${member.document?.type ?? ''}" => ${groqObject(fields)}`];
      });
      return groqObject([...IDENTITY, ...byType]);
    },
  };
  return projector;
}

function projectFields(projector: Projector, type: ModelType, selections: readonly Selection[]): Groq[] {
  const objectType = projector.schema.getType(type.name) as GraphQLObjectType;
  return [...collectFields(projector, objectType, selections)].flatMap(([key, nodes]) => {
    const name = nodes[0]?.node.name.value ?? '';
    const field = type.fields.get(name);
    const value = field
      ? fieldValue(
          projector,
          type,
          field,
          objectType.getFields()[name] as GraphQLField<unknown, unknown>,
          nodes,
        )
      : DERIVED[name];
    if (value === undefined) return [];
    return [
      groqWhen(
        nodes.map((node) => node.when),
        groq`${JSON.stringify(key)}: ${value}`,
      ),
    ];
  });
}

/** Fields every document has by being one; `id` is read from the identity. */
const DERIVED: Readonly<Record<string, Groq | undefined>> = {
  createdAt: '_createdAt',
  updatedAt: '_updatedAt',
};

function fieldValue(
  projector: Projector,
  type: ModelType,
  field: ModelField,
  definition: GraphQLField<unknown, unknown>,
  nodes: readonly SelectedField[],
): Groq | undefined {
  const { origin } = field;
  const selections = selectionsOf(nodes);
  if (origin.kind === 'inverse') return inverseValue(projector, field, origin.path, definition, nodes);
  if (origin.kind === 'asset') {
    projector.reads.add(VIDEO_ASSET);
    return assetIdsOf(origin.attribute, field.isList);
  }
  if (origin.kind === 'related') return relatedValue(projector, type, origin.by);
  if (origin.kind === 'groq') tagExpression(projector.reads, origin.expr);
  const source = sourceOf(field);
  const elements = field.isList ? `${source}[]` : source;
  switch (field.shape) {
    case 'image':
      return groq`${elements}${imageProjection(projector, selections)}`;
    case 'richText':
      return richTextProjection(projector, source, selections);
    case 'object': {
      const inner = projector.model.types.get(field.typeName) as ModelType;
      return groq`${elements}${groqObject(orSomething(projectFields(projector, inner, selections)))}`;
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
          source,
        ),
      );
    case 'document':
      return followReference(field, field.isList, projector.target(field.target as string, selections));
    case 'union':
      return unionValue(projector, field, source, selections);
    default:
      return source;
  }
}

/** A projection of nothing is an empty object even where there is no value, so one attribute is always asked for. */
const orSomething = (attributes: readonly Groq[]): readonly Groq[] => ['"@type": _type', ...attributes];

/** References to several types, and inline objects where the union has some: each is answered in its own shape. */
function unionValue(
  projector: Projector,
  field: ModelField,
  source: string,
  selections: readonly Selection[],
): Groq {
  const { model } = projector;
  const documents = projector.target(field.target as string, selections);
  const inline = (model.unions.get(field.target as string) ?? []).flatMap((name) => {
    const type = model.types.get(name);
    return type && !type.document ? [type] : [];
  });
  if (inline.length === 0) return followReference(field, field.isList, documents);
  const objects = groqObject([
    '"@type": _type',
    ...inline.map((type) => {
      const fields = projectFields(projector, type, selections);
      return groq`_type == "${lowerFirst(type.name)}" => ${groqObject(fields)}`;
    }),
  ]);
  const either = groq`select(defined(_ref) => @->${documents}, @${objects})`;
  return field.isList ? groq`(${source}[]{"_": ${either}})[]._` : groq`${source}{"_": ${either}}._`;
}

function inverseValue(
  projector: Projector,
  field: ModelField,
  path: string,
  definition: GraphQLField<unknown, unknown>,
  nodes: readonly SelectedField[],
): Groq {
  const target = projector.model.types.get(field.target as string) as ModelType;
  const where = refersBack(projector.model, target, path);
  if (field.shape === 'connection')
    return deferredError(queryConnection({ projector, target, field: definition, nodes }, where));
  const projection = projector.document(target, selectionsOf(nodes));
  const slice = field.isList ? `[0...${LONGEST_INVERSE_LIST}]` : '[0]';
  return groq`*[_type == "${target.document?.type ?? ''}" && ${where}] | order(_createdAt desc, _id asc)${slice}${projection}`;
}

/**
 * The condition that a document refers to the enclosing one through a path of fields. `references` is what the service
 * has an index for; the rest makes it this path and no other.
 */
function refersBack(model: Model, target: ModelType, path: string): string {
  let type: ModelType | undefined = target;
  let isMany = false;
  const reference = path.split('.').reduce((walked, name) => {
    const field: ModelField | undefined = type?.fields.get(name);
    const many = field?.isList === true || field?.shape === 'connection';
    isMany ||= many;
    type = field && model.types.get(field.typeName);
    const step = field ? sourceOf(field) : attribute(name);
    return `${walked === '' ? step : walked + attributeOf(step)}${many ? '[]' : ''}`;
  }, '');
  return `references(^._id) && ${isMany ? `^._id in ${reference}._ref` : `${reference}._ref == ^._id`}`;
}

function relatedValue({ model, reads }: Projector, type: ModelType, by: readonly string[]): Groq {
  const values = by.flatMap((name) => {
    const field = type.fields.get(name);
    if (field?.target) tagDocuments(reads, model, field.target);
    return field ? [`"${name}": ${facetValue(model, field)}`] : [];
  });
  return `{"id": _id, "by": {${values.join(', ')}}}`;
}
