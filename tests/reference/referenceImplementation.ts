import { makeExecutableSchema } from '@graphql-tools/schema';
import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isInterfaceType,
  isUnionType,
} from 'graphql';
import type { OrderBy } from '../../gateway/core/model/derivedOrders.ts';
import {
  constantCase,
  labelField,
  lowerFirst,
  type Model,
  type ModelField,
  type ModelType,
} from '../../gateway/core/model/model.ts';
import { OBJECT_KEY } from '../../gateway/core/model/objectKeys.ts';
import { fromGlobalId, toGlobalId } from '../../gateway/core/relay.ts';
import { isObject } from '../../gateway/core/validators.ts';
import type { ComputedFields } from '../../gateway/graphql/schema/bindDirectives.ts';
import { enumResolvers } from '../../gateway/graphql/schema/enums/enumResolvers.ts';
import { scalars } from '../../gateway/graphql/schema/scalars.ts';
import { resolveCoreMember, resolveFile } from './coreMembers.ts';
import { Dataset, type Doc, toArray } from './dataset.ts';
import { orderedDistance, resolveGeoPoint } from './geoPoints.ts';
import { comparableValue, hasRules, orderedValue } from './kinds/valueRules.ts';
import { matchesFilter } from './matchesFilter.ts';
import { cursorLanguage, type OrderKey, paginate, paginateList, type ReferencePage } from './paginate.ts';
import { referringDocuments } from './referringDocuments.ts';
import { resolveImage, resolveRichText } from './richText.ts';
import { attributeValue, checkExpressions, type Expressions, isPath } from './values.ts';

type Args = Record<string, unknown>;

/** Options of `createReferenceImplementation`. */
export interface ReferenceImplementationOptions {
  readonly model: Model;
  readonly typeDefs: DocumentNode;
  readonly computed: ComputedFields;
  readonly documents: readonly Doc[];
  readonly expressions: Expressions;
}

/** A GraphQL schema over documents in memory. It resolves each field by itself, without GROQ and projections. */
export interface ReferenceImplementation {
  readonly schema: GraphQLSchema;
  readonly dataset: Dataset;
  execute(document: DocumentNode, variables: Record<string, unknown>): Promise<ExecutionResult>;
}

/** Creates the reference implementation for a model and its documents. */
export function createReferenceImplementation(
  options: ReferenceImplementationOptions,
): ReferenceImplementation {
  checkExpressions(options.model, options.expressions);
  const schema = makeExecutableSchema({
    typeDefs: options.typeDefs,
    resolvers: [scalars, enumResolvers(options.model)] as never,
  });
  const dataset = new Dataset(options.documents);
  const context = { ...options, dataset };
  return {
    schema,
    dataset,
    async execute(document, variableValues) {
      const omitted: Omitted = { errors: [] };
      const result = await execute({
        schema,
        document,
        variableValues,
        contextValue: omitted,
        fieldResolver: createResolver(context, schema),
        typeResolver: (value, _context, _info, type) =>
          nodeTypeOf(value as Doc) ?? memberName(context, schema, type.name, value as Doc),
      });
      const errors = [...(result.errors ?? []), ...omitted.errors];
      return errors.length > 0 ? { ...result, errors } : result;
    },
  };
}

/** The errors of values that lists omit. */
interface Omitted {
  readonly errors: GraphQLError[];
}

/** Adds the error of a list that omits values. */
type ReportOmitted = () => void;

function pathOf({ path }: GraphQLResolveInfo): (string | number)[] {
  const keys: (string | number)[] = [];
  for (let at: GraphQLResolveInfo['path'] | undefined = path; at; at = at.prev) keys.unshift(at.key);
  return keys;
}

/** Returns whether the value of a field is an attribute, and not the result of an expression. */
const isAttribute = ({ source }: ModelField): boolean => source.kind !== 'groq' || isPath(source.expr);

const isGiven = (orderBy: unknown): boolean => Array.isArray(orderBy) && orderBy.length > 0;

/** Returns the order of lists without `orderBy`: the newest first, by `publishedAt` or the first time of the type. */
function newestFirst({ fields }: ModelType): OrderBy {
  const times = [...fields.values()].filter(
    ({ typeName, isList, source }) =>
      typeName === 'DateTime' && !isList && (source.kind === 'attribute' || source.kind === 'groq'),
  );
  const own = times.find(({ name }) => name === 'publishedAt') ?? times[0];
  return { field: constantCase(own?.name ?? 'createdAt'), direction: 'DESC', nulls: 'LAST' };
}

/** Returns the name of the type of a document. */
const typeNameOf = ({ typeOfDocument }: Model, { _type: type }: Doc): string =>
  typeOfDocument.get(type) ?? '';

/** Returns the type of a part of a rich text; undefined for other values. */
const nodeTypeOf = ({ __typename: name }: Doc): string | undefined =>
  typeof name === 'string' ? name : undefined;

type ReferenceContext = ReferenceImplementationOptions & { readonly dataset: Dataset };

/** Returns the name of the possible type of a union, an interface or a document type that a value has by its `_type`. */
function memberName(
  { model }: ReferenceContext,
  schema: GraphQLSchema,
  target: string,
  value: Doc,
): string | undefined {
  const type = schema.getType(target);
  const names =
    isUnionType(type) || isInterfaceType(type)
      ? schema.getPossibleTypes(type).map(({ name }) => name)
      : [target];
  return names.find((name) => {
    const member = model.types.get(name);
    const isDocument = typeof value._id === 'string';
    if (!member || member.typeAttribute !== value._type) return false;
    return (member.document !== undefined) === isDocument;
  });
}

const MISMATCH = 'expected another kind of value';
const mismatch = (): GraphQLError => new GraphQLError(MISMATCH);

/** Resolves the items of a list. It omits those of another kind, with one error. */
function resolveItems(
  field: ModelField,
  items: readonly unknown[],
  resolveValue: (item: unknown) => unknown,
  report: ReportOmitted,
  offset: number,
): readonly unknown[] {
  if (field.shape === 'scalar' || field.shape === 'enum')
    return items.filter((item) => item != null).map(resolveValue);
  const values = items.map((item) =>
    isAttribute(field) && item != null && !isObject(item)
      ? mismatch()
      : isObject(item)
        ? resolveValue(item)
        : null,
  );
  const errors = values.filter((value) => value instanceof GraphQLError);
  if (errors[0]) report();
  return values
    .map((value, i) => withIndex(value, offset + i))
    .filter((value) => value != null && !(value instanceof GraphQLError));
}

/** The positions of inline objects in their lists. An object that is also a value elsewhere is copied. */
const positions = new WeakMap<object, number>();

function withIndex(value: unknown, index: number): unknown {
  if (!isObject(value) || value instanceof GraphQLError || '_id' in value) return value;
  const item = { ...value };
  positions.set(item, index);
  return item;
}

/** Resolves the key of an inline object in its list, or of a part of a rich text. */
function resolveKey(object: Doc): unknown {
  const position = positions.get(object);
  if (nodeTypeOf(object)) return object._key;
  if (position === undefined) return null;
  return typeof object._key === 'string' ? object._key : String(position);
}

function createResolver(
  context: ReferenceContext,
  schema: GraphQLSchema,
): GraphQLFieldResolver<unknown, Omitted> {
  const { model, dataset, computed, expressions } = context;

  const documentPage = (type: ModelType, documents: readonly Doc[], args: Args): ReferencePage => {
    const found = documents.filter((doc) => matchesFilter(context, type, doc, (args.filter ?? {}) as Args));
    const orders = isGiven(args.orderBy) ? (args.orderBy as OrderBy[]) : [newestFirst(type)];
    const keys = orders.map((order): OrderKey => {
      const field = [...type.fields.values()].find((f) => constantCase(f.name) === order.field);
      return {
        ...order,
        valueOf: (doc) => {
          if (!field)
            return orderedValue(
              model,
              'DateTime',
              doc[order.field === 'UPDATED_AT' ? '_updatedAt' : '_createdAt'],
            );
          const value = attributeValue(field, doc, expressions);
          return order.near ? orderedDistance(value, order.near) : orderedValue(model, field.typeName, value);
        },
      };
    });
    return paginate(found, keys, args, cursorLanguage(model, type, orders));
  };

  /** Returns a page of documents of several types, by the fields that all documents have. */
  const documentListPage = (args: Args): ReferencePage => {
    const listed = (args.types ?? model.documents.map(({ document }) => document?.type)) as readonly string[];
    const types = new Map(
      model.documents.map((type) => [
        type.document?.type as string,
        new Map(
          ['label', 'createdAt', 'updatedAt'].flatMap((name): [string, ModelField][] => {
            const field = type.fields.get(name) ?? (name === 'label' ? labelField(type) : undefined);
            return field ? [[name, field]] : [];
          }),
        ),
      ]),
    );
    const fieldsOf = (doc: Doc) => types.get(doc._type) as ReadonlyMap<string, ModelField>;
    const found = [...new Set(listed)].flatMap((type) =>
      dataset
        .ofType(type)
        .filter((doc) =>
          matchesFilter(
            context,
            { ...(model.documents[0] as ModelType), fields: fieldsOf(doc), name: typeNameOf(model, doc) },
            doc,
            (args.filter ?? {}) as Args,
          ),
        ),
    );
    const orders: readonly OrderBy[] = isGiven(args.orderBy)
      ? (args.orderBy as OrderBy[])
      : [{ field: 'CREATED_AT', direction: 'DESC', nulls: 'LAST' }];
    const keys = orders.map(
      (order): OrderKey => ({
        ...order,
        valueOf(doc) {
          const name = { LABEL: 'label', CREATED_AT: 'createdAt', UPDATED_AT: 'updatedAt' }[
            order.field
          ] as string;
          const field = fieldsOf(doc).get(name);
          return field
            ? orderedValue(model, field.typeName, attributeValue(field, doc, expressions))
            : orderedValue(model, 'DateTime', doc[`_${name}`]);
        },
      }),
    );
    const isLocalized =
      orders.some(({ field }) => field === 'LABEL') &&
      [...types.values()].some((fields) => fields.get('label')?.localized);
    return paginate(found, keys, args, isLocalized ? [model.locales.all[0].tag] : []);
  };

  /** Returns the document of a lookup; an error if there are several. @param by undefined for a singleton */
  const lookUp = (type: ModelType, documents: readonly Doc[], by: Args = {}): unknown => {
    const matches = (doc: Doc, values: Args): boolean =>
      Object.entries(values).every(([name, value]) => {
        if (name === 'id') return toGlobalId(type.name, doc._id) === value;
        const field = type.fields.get(name);
        if (!field) return matches(doc, value as Args);
        const stored = comparableValue(model, field.typeName, attributeValue(field, doc, expressions));
        return stored !== undefined && stored === comparableValue(model, field.typeName, value);
      });
    const lettersOf = (doc: Doc, values: Args): string =>
      Object.entries(values)
        .map(([name, value]) => {
          const field = type.fields.get(name);
          if (!field) return name === 'id' ? '' : lettersOf(doc, value as Args);
          const isText = field.typeName === 'String' || field.typeName === 'ID';
          return isText && attributeValue(field, doc, expressions) !== value ? '1' : '0';
        })
        .join('');
    const found = documents.filter((doc) => matches(doc, by));
    // Composed and decomposed letters are equal: documents with exactly the letters of the lookup precede.
    const ranks = found.map((doc) => lettersOf(doc, by)).sort();
    if (found.length > 1 && ranks[0] === ranks[1])
      return new GraphQLError(`expected one ${type.name}, found ${found.length}`);
    return found.find((doc) => lettersOf(doc, by) === ranks[0]);
  };

  const resolveRootField = (name: string, args: Args): unknown => {
    const found = (globalId: unknown) => {
      const decoded = fromGlobalId(String(globalId));
      const doc = dataset.get(decoded?.id);
      return doc && model.typeOfDocument.get(doc._type) === decoded?.typeName ? doc : null;
    };
    if (name === 'node') return found(args.id);
    if (name === 'nodes') return (args.ids as string[]).map(found);
    if (name === 'documents') return documentListPage(args);
    if (name === 'locales') return model.locales.all.map(({ tag }) => tag);
    for (const type of model.documents) {
      const documents = dataset.ofType(type.document?.type);
      if (name === lowerFirst(type.name)) return lookUp(type, documents, args.by as Args | undefined);
      if (name === type.document?.plural) return documentPage(type, documents, args);
    }
    throw new Error(`expected a root field of the model, got ${name}`);
  };

  /** Returns the target of a reference, or an inline object, if it is of the declared type; else an error. */
  const resolveReference = (field: ModelField, value: unknown): unknown => {
    const target = field.target as string;
    const own = value as Doc;
    const isReference = typeof own._ref === 'string' || (own._type === 'reference' && own._ref == null);
    const doc = isReference ? dataset.dereference(own) : own;
    // Of the values that are no objects, 0, false and an empty text are falsy.
    if (!doc) return isReference || !isAttribute(field) ? null : mismatch();
    const core = isReference ? undefined : resolveCoreMember(context, target, value);
    if (core !== undefined) return core;
    if (memberName(context, schema, target, doc) !== undefined) return doc;
    // An expression without a document has no value.
    return !isAttribute(field) && typeof doc._id !== 'string' ? null : mismatch();
  };

  const resolveModelField = (
    type: ModelType,
    field: ModelField,
    doc: Doc,
    args: Args,
    report: ReportOmitted,
  ): unknown => {
    if (field.source.kind === 'inverse') {
      const target = model.types.get(field.target as string) as ModelType;
      const referring = referringDocuments(context, field, doc._id);
      if (field.shape === 'connection') return documentPage(target, referring, args);
      const newest = documentPage(target, referring, { first: 100 }).nodes;
      return field.isList ? newest : (newest[0] ?? null);
    }
    const raw = attributeValue(field, doc, expressions);
    if (field.shape === 'connection') {
      const target = model.types.get(field.target as string) as ModelType;
      if (raw != null && !Array.isArray(raw)) {
        if (!field.isRequired) return mismatch();
        report();
      }
      const isOther = (item: unknown) =>
        item != null &&
        (!isObject(item) ||
          (typeof item._ref !== 'string' && (item._type !== 'reference' || item._ref != null)));
      if (isAttribute(field) && toArray(raw).some(isOther)) report();
      const items = toArray(raw).flatMap((reference) => {
        const to = dataset.dereference(reference);
        const { _key, _ref } = (reference ?? {}) as Doc;
        return to?._type === target.document?.type
          ? [{ doc: to as Doc, key: typeof _key === 'string' ? _key : _ref }]
          : [];
      });
      if (isGiven(args.orderBy))
        return documentPage(target, [...new Set(items.map((item) => item.doc))], args);
      const filter = (args.filter ?? {}) as Args;
      return paginateList(
        items.filter((item) => matchesFilter(context, target, item.doc, filter)),
        args,
      );
    }
    const resolveValue = (value: unknown): unknown => {
      if (value == null) return null;
      if (field.shape === 'document' || field.shape === 'union') return resolveReference(field, value);
      if (field.shape === 'image') return isObject(value) ? resolveImage(dataset, value) : mismatch();
      if (field.shape === 'file') return isObject(value) ? resolveFile(dataset, value) : mismatch();
      if (field.shape === 'geoPoint') return resolveGeoPoint(value) ?? mismatch();
      if (field.shape === 'richText')
        return Array.isArray(value) ? resolveRichText(context, value) : mismatch();
      if (field.shape === 'object') return isObject(value) ? value : mismatch();
      return !hasRules(model, field.typeName) || comparableValue(model, field.typeName, value) !== undefined
        ? value
        : mismatch();
    };
    const own = computed[type.name]?.[field.name];
    // The part of the context that computed fields of the models read.
    if (own)
      return own(raw, args, { content: { locale: model.locales.all[0] } } as never, undefined as never);
    if (!field.isList) return resolveValue(raw);
    if (!Array.isArray(raw)) {
      const isLeaf = field.shape === 'scalar' || field.shape === 'enum';
      if (raw == null || !(isLeaf || isAttribute(field))) return field.isRequired ? [] : null;
      if (!field.isRequired) return mismatch();
      report();
      return [];
    }
    const { first = raw.length, offset = 0 } = args as { first?: number; offset?: number };
    const items = field.isSliced ? raw.slice(offset, offset + first) : raw;
    return resolveItems(field, items, resolveValue, report, offset);
  };

  return (source, args, omitted, info) => {
    const typeName = info.parentType.name;
    if (typeName === 'Query') return resolveRootField(info.fieldName, args);
    const doc = source as Doc;
    const type = model.types.get(typeName);
    if (!type) return doc[info.fieldName === 'key' && nodeTypeOf(doc) ? '_key' : info.fieldName];
    const field = type.fields.get(info.fieldName);
    if (info.fieldName === 'id' && field?.source.kind !== 'groq') return toGlobalId(type.name, doc._id);
    const report = () => omitted.errors.push(new GraphQLError(MISMATCH, { path: pathOf(info) }));
    if (field) return resolveModelField(type, field, doc, args, report);
    if (info.fieldName === OBJECT_KEY && !type.document) return resolveKey(doc);
    if (info.fieldName !== 'label') return doc[`_${info.fieldName}`];
    const label = labelField(type);
    return label ? resolveModelField(type, label, doc, args, report) : null;
  };
}
