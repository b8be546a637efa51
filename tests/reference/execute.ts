import { makeExecutableSchema } from '@graphql-tools/schema';
import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  isInterfaceType,
  isUnionType,
} from 'graphql';
import {
  constantCase,
  lowerFirst,
  type Model,
  type ModelField,
  type ModelType,
  possibleDocuments,
} from '../../gateway/core/model/model.ts';
import { fromGlobalId, toGlobalId } from '../../gateway/core/relay.ts';
import type { ComputedFields } from '../../gateway/graphql/schema/bindDirectives.ts';
import { scalars } from '../../gateway/graphql/schema/scalars.ts';
import { Dataset, type Doc, listOf } from './dataset.ts';
import { satisfies } from './filter.ts';
import { pageOf, pageOfList, type ReferencePage } from './page.ts';
import { attributeValue, type Expressions, plainText } from './values.ts';

type Args = Record<string, unknown>;

/** The data of the reference. */
export interface ReferenceOptions {
  readonly model: Model;
  readonly typeDefs: DocumentNode;
  readonly computed: ComputedFields;
  readonly documents: readonly Doc[];
  readonly expressions: Expressions;
}

/** A GraphQL schema over plain documents, with one resolver per field and without GROQ or projections. */
export interface Reference {
  readonly schema: GraphQLSchema;
  readonly dataset: Dataset;
  execute(document: DocumentNode, variables: Record<string, unknown>): Promise<ExecutionResult>;
}

/** Creates the reference implementation for a model and its documents. */
export function createReference(options: ReferenceOptions): Reference {
  const schema = makeExecutableSchema({ typeDefs: options.typeDefs, resolvers: scalars as never });
  const dataset = new Dataset(options.documents);
  const context = { ...options, dataset: dataset };
  const inlineNames = new Map([...options.model.types.keys()].map((name) => [lowerFirst(name), name]));
  const typeNameOf = (value: Doc) =>
    options.model.typeOfDocument.get(value._type) ?? inlineNames.get(value._type);
  return {
    schema,
    dataset,
    execute: async (document, variableValues) =>
      execute({
        schema,
        document,
        variableValues,
        fieldResolver: createResolver(context, schema, typeNameOf),
        typeResolver: (value) => typeNameOf(value as Doc),
      }),
  };
}

type ReferenceContext = ReferenceOptions & { readonly dataset: Dataset };

function createResolver(
  context: ReferenceContext,
  schema: GraphQLSchema,
  typeNameOf: (value: Doc) => string | undefined,
): GraphQLFieldResolver<unknown, unknown> {
  const { model, dataset, computed, expressions } = context;

  const pageOfDocuments = (type: ModelType, documents: readonly Doc[], args: Args): ReferencePage => {
    const found = documents.filter((doc) => satisfies(context, type, doc, (args.filter ?? {}) as Args));
    const name = (args.orderBy ?? 'CREATED_AT_DESC') as string;
    const constant = name.replace(/_(ASC|DESC)$/, '');
    const field = [...type.fields.values()].find((f) => constantCase(f.name) === constant);
    const orderedBy = (doc: Doc) =>
      field
        ? attributeValue(field, doc, expressions)
        : doc[constant === 'UPDATED_AT' ? '_updatedAt' : '_createdAt'];
    return pageOf(found, { name, valueOf: orderedBy, descending: name.endsWith('_DESC') }, args);
  };

  const root = (name: string, args: Args): unknown => {
    const found = (globalId: unknown) => {
      const decoded = fromGlobalId(String(globalId));
      const doc = dataset.get(decoded?.id);
      return doc && model.typeOfDocument.get(doc._type) === decoded?.typeName ? doc : null;
    };
    if (name === 'node') return found(args.id);
    if (name === 'nodes') return (args.ids as string[]).map(found);
    for (const type of model.documents) {
      const documents = dataset.ofType(type.document?.type);
      if (name === type.document?.plural) return pageOfDocuments(type, documents, args);
      const slug = type.fields.get('slug');
      if (name === lowerFirst(type.name) && args.slug == null && args.id == null)
        throw new Error('expected an id or a slug, got none');
      if (name === lowerFirst(type.name))
        return documents.find(
          (doc) =>
            (args.slug == null || (slug && attributeValue(slug, doc, expressions) === args.slug)) &&
            (args.id == null || toGlobalId(type.name, doc._id) === args.id),
        );
    }
    throw new Error(`expected a root field of the model, got ${name}`);
  };

  /** Returns the target of a reference, or an inline object, if it is of the declared type. */
  const targetOf = (field: ModelField, value: unknown): unknown => {
    const target = field.target as string;
    const own = (value ?? {}) as Doc;
    const doc = own._ref === undefined ? own : dataset.dereference(own);
    const name = doc && typeNameOf(doc);
    const type = schema.getType(target);
    const names =
      isUnionType(type) || isInterfaceType(type)
        ? schema.getPossibleTypes(type).map((t) => t.name)
        : [target];
    return name && names.includes(name) ? doc : null;
  };

  const pathReaches = (
    type: ModelType | undefined,
    at: unknown,
    path: readonly string[],
    id: string,
  ): boolean => {
    const [step, ...rest] = path;
    if (step === undefined) return (at as Doc | undefined)?._ref === id;
    const field = type?.fields.get(step);
    if (!field || at == null) return false;
    const value = attributeValue(field, at as Doc, expressions);
    const inner = model.types.get(field.typeName);
    return (field.isList || field.shape === 'connection' ? listOf(value) : [value]).some((v) =>
      pathReaches(inner, v, rest, id),
    );
  };

  const modelValue = (type: ModelType, field: ModelField, doc: Doc, args: Args): unknown => {
    if (field.origin.kind === 'inverse') {
      const path = field.origin.path.split('.');
      const target = model.types.get(field.target as string) as ModelType;
      const back = dataset
        .ofType(target.document?.type)
        .filter((other) => pathReaches(target, other, path, doc._id));
      if (field.shape === 'connection') return pageOfDocuments(target, back, args);
      const newest = pageOfDocuments(target, back, { first: 100 }).nodes;
      return field.isList ? newest : (newest[0] ?? null);
    }
    const raw = attributeValue(field, doc, expressions);
    if (field.shape === 'connection') {
      const target = model.types.get(field.target as string) as ModelType;
      const items = listOf(raw).flatMap((reference) => {
        const to = dataset.dereference(reference);
        const { _key, _ref } = reference as Doc;
        return to?._type === target.document?.type ? [{ doc: to as Doc, key: _key ?? _ref }] : [];
      });
      if (args.orderBy) return pageOfDocuments(target, [...new Set(items.map((item) => item.doc))], args);
      const filter = (args.filter ?? {}) as Args;
      return pageOfList(
        items.filter((item) => satisfies(context, target, item.doc, filter)),
        args,
      );
    }
    const shaped = (value: unknown): unknown => {
      if (field.shape === 'document' || field.shape === 'union') return targetOf(field, value);
      if (field.shape === 'image') return imageOf(dataset, value);
      if (field.shape === 'richText') return richTextOf(context, value);
      if (field.shape === 'object') return typeof value === 'object' && !Array.isArray(value) ? value : null;
      return value ?? null;
    };
    const own = computed[type.name]?.[field.name];
    if (own) return own(raw, args, undefined as never, undefined as never);
    if (!field.isList) return shaped(raw);
    if (!Array.isArray(raw) && !field.isRequired) return null;
    return listOf(raw)
      .map(shaped)
      .filter((item) => item != null);
  };

  return (source, args, _context, info) => {
    const typeName = info.parentType.name;
    if (typeName === 'Query') return root(info.fieldName, args);
    const doc = source as Doc;
    const type = model.types.get(typeName);
    if (!type) return doc[info.fieldName];
    const field = type.fields.get(info.fieldName);
    if (info.fieldName === 'id' && field?.origin.kind !== 'groq') return toGlobalId(type.name, doc._id);
    return field ? modelValue(type, field, doc, args) : doc[`_${info.fieldName}`];
  };
}

function imageOf(dataset: Dataset, value: unknown): unknown {
  const image = value as { asset?: { _ref?: string }; [key: string]: unknown } | undefined;
  const [, width, height] = /-(\d+)x(\d+)-\w+$/.exec(image?.asset?._ref ?? '') ?? [];
  if (!image?.asset?._ref) return null;
  const { metadata } = (dataset.dereference(image.asset) ?? {}) as {
    metadata?: { lqip?: string; palette?: { dominant?: { background?: string } } };
  };
  return {
    ...image,
    width: Number(width ?? 0),
    height: Number(height ?? 0),
    placeholder: metadata?.lqip,
    color: metadata?.palette?.dominant?.background,
  };
}

function richTextOf({ dataset, model }: ReferenceContext, value: unknown): unknown {
  if (value == null) return null;
  const types = possibleDocuments(model, 'Node').map((type) => type.document?.type);
  const text = plainText(value) ?? '';
  const references = [...new Set(referencedIds(value))].flatMap((ref) => {
    const document = dataset.get(ref);
    return document && types.includes(document._type) ? [{ ref, document }] : [];
  });
  const count = text.split(/\s+/).filter((word) => word !== '').length;
  return {
    json: value,
    plainText: plainText(value, model.inlineText) ?? '',
    readingMinutes: Math.ceil(count / 220),
    links: {
      documents: references.map(({ document }) => document),
      references,
      images: listOf(value).flatMap((block) => {
        const { _key: key, image = block } = block as Doc;
        const picture = imageOf(dataset, image);
        return picture ? [{ key, image: picture }] : [];
      }),
    },
  };
}

/** Returns the ids in a rich text in order: references of blocks, of block objects, then of annotations. */
function referencedIds(value: unknown): string[] {
  return listOf(value).flatMap((item) => {
    const block = item as { markDefs?: unknown; children?: unknown; _ref?: string; reference?: Doc };
    const marks = listOf(block.markDefs) as { _ref?: string; reference?: Doc; text?: unknown }[];
    const children = listOf(block.children) as { reference?: Doc }[];
    const notes = marks.flatMap((mark) =>
      listOf(mark.text).flatMap((inner) => listOf((inner as { markDefs?: unknown }).markDefs)),
    ) as { _ref?: string; reference?: Doc }[];
    return [
      block._ref,
      block.reference?._ref,
      ...marks.map((mark) => mark.reference?._ref),
      ...marks.map((mark) => mark._ref),
      ...children.map((child) => child.reference?._ref),
      ...notes.map((note) => note.reference?._ref),
      ...notes.map((note) => note._ref),
    ].filter((ref): ref is string => typeof ref === 'string');
  });
}
