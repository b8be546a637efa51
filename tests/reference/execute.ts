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
import { satisfies } from './filter.ts';
import { type Doc, Library, listOf } from './library.ts';
import { pageOf, pageOfList, type ReferencePage } from './page.ts';
import { type Expressions, plainText, rawValue } from './values.ts';

type Args = Record<string, unknown>;

/** What the reference answers from. */
export interface ReferenceOptions {
  readonly model: Model;
  readonly typeDefs: DocumentNode;
  readonly computed: ComputedFields;
  readonly documents: readonly Doc[];
  readonly expressions: Expressions;
}

/** A graph over plain documents: a resolver for each field, no query language, no projection, nothing clever. */
export interface Reference {
  readonly schema: GraphQLSchema;
  readonly library: Library;
  answer(document: DocumentNode, variables: Record<string, unknown>): Promise<ExecutionResult>;
}

/** Makes the reference for a model and its documents. */
export function createReference(options: ReferenceOptions): Reference {
  const schema = makeExecutableSchema({ typeDefs: options.typeDefs, resolvers: scalars as never });
  const library = new Library(options.documents);
  const held = { ...options, library };
  const inlineNames = new Map([...options.model.types.keys()].map((name) => [lowerFirst(name), name]));
  const typeNameOf = (value: Doc) =>
    options.model.typeOfDocument.get(value._type) ?? inlineNames.get(value._type);
  return {
    schema,
    library,
    answer: async (document, variableValues) =>
      execute({
        schema,
        document,
        variableValues,
        fieldResolver: createResolver(held, schema, typeNameOf),
        typeResolver: (value) => typeNameOf(value as Doc),
      }),
  };
}

type Held = ReferenceOptions & { readonly library: Library };

function createResolver(
  held: Held,
  schema: GraphQLSchema,
  typeNameOf: (value: Doc) => string | undefined,
): GraphQLFieldResolver<unknown, unknown> {
  const { model, library, computed, expressions } = held;

  const listed = (type: ModelType, documents: readonly Doc[], args: Args): ReferencePage => {
    const found = documents.filter((doc) => satisfies(held, type, doc, (args.filter ?? {}) as Args));
    const name = (args.orderBy ?? 'CREATED_AT_DESC') as string;
    const constant = name.replace(/_(ASC|DESC)$/, '');
    const field = [...type.fields.values()].find((f) => constantCase(f.name) === constant);
    const orderedBy = (doc: Doc) =>
      field
        ? rawValue(field, doc, expressions)
        : doc[constant === 'UPDATED_AT' ? '_updatedAt' : '_createdAt'];
    return pageOf(found, { name, valueOf: orderedBy, descending: name.endsWith('_DESC') }, args);
  };

  const root = (name: string, args: Args): unknown => {
    const found = (globalId: unknown) => {
      const decoded = fromGlobalId(String(globalId));
      const doc = library.get(decoded?.id);
      return doc && model.typeOfDocument.get(doc._type) === decoded?.typeName ? doc : null;
    };
    if (name === 'node') return found(args.id);
    if (name === 'nodes') return (args.ids as string[]).map(found);
    for (const type of model.documents) {
      const documents = library.ofType(type.document?.type);
      if (name === type.document?.plural) return listed(type, documents, args);
      const slug = type.fields.get('slug');
      if (name === lowerFirst(type.name) && args.slug == null && args.id == null)
        throw new Error('expected something to look up by');
      if (name === lowerFirst(type.name))
        return documents.find(
          (doc) =>
            (args.slug == null || (slug && rawValue(slug, doc, expressions) === args.slug)) &&
            (args.id == null || toGlobalId(type.name, doc._id) === args.id),
        );
    }
    throw new Error(`expected a root field of the model, got ${name}`);
  };

  /** What a reference leads to, or the inline object itself, when it is of the type declared. */
  const reached = (field: ModelField, value: unknown): unknown => {
    const target = field.target as string;
    const own = (value ?? {}) as Doc;
    const doc = own._ref === undefined ? own : library.follow(own);
    const name = doc && typeNameOf(doc);
    const type = schema.getType(target);
    const names =
      isUnionType(type) || isInterfaceType(type)
        ? schema.getPossibleTypes(type).map((t) => t.name)
        : [target];
    return name && names.includes(name) ? doc : null;
  };

  const leadsTo = (
    type: ModelType | undefined,
    at: unknown,
    path: readonly string[],
    id: string,
  ): boolean => {
    const [step, ...rest] = path;
    if (step === undefined) return (at as Doc | undefined)?._ref === id;
    const field = type?.fields.get(step);
    if (!field || at == null) return false;
    const value = rawValue(field, at as Doc, expressions);
    const inner = model.types.get(field.typeName);
    return (field.isList || field.shape === 'connection' ? listOf(value) : [value]).some((v) =>
      leadsTo(inner, v, rest, id),
    );
  };

  const modelValue = (type: ModelType, field: ModelField, doc: Doc, args: Args): unknown => {
    if (field.origin.kind === 'inverse') {
      const path = field.origin.path.split('.');
      const target = model.types.get(field.target as string) as ModelType;
      const back = library
        .ofType(target.document?.type)
        .filter((other) => leadsTo(target, other, path, doc._id));
      if (field.shape === 'connection') return listed(target, back, args);
      const newest = listed(target, back, { first: 100 }).nodes;
      return field.isList ? newest : (newest[0] ?? null);
    }
    const raw = rawValue(field, doc, expressions);
    if (field.shape === 'connection') {
      const target = model.types.get(field.target as string) as ModelType;
      const items = listOf(raw).flatMap((reference) => {
        const to = library.follow(reference);
        const { _key, _ref } = reference as Doc;
        return to?._type === target.document?.type ? [{ doc: to as Doc, key: _key ?? _ref }] : [];
      });
      if (args.orderBy) return listed(target, [...new Set(items.map((item) => item.doc))], args);
      const filter = (args.filter ?? {}) as Args;
      return pageOfList(
        items.filter((item) => satisfies(held, target, item.doc, filter)),
        args,
      );
    }
    const shaped = (value: unknown): unknown => {
      if (field.shape === 'document' || field.shape === 'union') return reached(field, value);
      if (field.shape === 'image') return imageOf(library, value);
      if (field.shape === 'richText') return richTextOf(held, value);
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

function imageOf(library: Library, value: unknown): unknown {
  const image = value as { asset?: { _ref?: string }; [key: string]: unknown } | undefined;
  const [, width, height] = /-(\d+)x(\d+)-\w+$/.exec(image?.asset?._ref ?? '') ?? [];
  if (!image?.asset?._ref) return null;
  const { metadata } = (library.follow(image.asset) ?? {}) as {
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

function richTextOf({ library, model }: Held, value: unknown): unknown {
  if (value == null) return null;
  const types = possibleDocuments(model, 'Node').map((type) => type.document?.type);
  const text = plainText(value) ?? '';
  const references = [...new Set(mentions(value))].flatMap((ref) => {
    const document = library.get(ref);
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
        const picture = imageOf(library, image);
        return picture ? [{ key, image: picture }] : [];
      }),
    },
  };
}

/** The ids a text names, in order: block references, then those of block objects, then of annotations. */
function mentions(value: unknown): string[] {
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
