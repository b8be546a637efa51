import fc from 'fast-check';
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { constantCase, lowerFirst, type Model, possibleDocuments } from '../../gateway/core/model/model.ts';
import { encodeCursor, toGlobalId } from '../../gateway/core/relay.ts';
import type { Dataset, Doc } from './dataset.ts';
import { trueWithProbability, withProbability } from './probability.ts';
import { DATES, SCALAR_VALUES } from './scalarValues.ts';

/** An argument of a field. */
export interface Argument {
  readonly name: string;
  readonly type: GraphQLInputType;
  readonly value: unknown;
  /** True if the argument is passed as a variable. */
  readonly isVariable: boolean;
}

type Field = GraphQLField<unknown, unknown>;
type Values = Readonly<Record<string, unknown>>;

const MAX_FILTER_DEPTH = 3;
const WORDS = ['ember', 'tide', 'Harbour', 'glass', 'ti*', 'm* zeal', 'öre', 'quiet', 'nothing'];
const DATE_TIMES = [
  '2026-02-01T08:15:00Z',
  ...DATES.flatMap((d) => [`${d}T08:00:00Z`, `${d}T10:00:00+02:00`]),
];

/** Creates arbitrary arguments for the fields of a model's schema. Most ids and slugs are of documents in a dataset. */
export class ArgumentArbitrary {
  readonly #model: Model;
  readonly #dataset: Dataset;

  constructor(model: Model, dataset: Dataset) {
    this.#model = model;
    this.#dataset = dataset;
  }

  /** Returns arbitrary arguments for a field of a type. */
  argumentsOf(parent: string, field: Field): fc.Arbitrary<readonly Argument[]> {
    const values = this.#valuesOf(parent, field);
    return fc
      .tuple(values, fc.array(trueWithProbability(0.4), { minLength: 7, maxLength: 7 }))
      .map(([given, isVariable]) =>
        Object.entries(given).flatMap(([name, value], i) =>
          value === null
            ? []
            : { name, value, type: argumentOf(field, name).type, isVariable: isVariable[i] === true },
        ),
      );
  }

  #valuesOf(parent: string, field: Field): fc.Arbitrary<Values> {
    const has = (name: string) => field.args.some((arg) => arg.name === name);
    if (has('ids')) return fc.record({ ids: fc.array(this.#globalId(), { maxLength: 5 }) });
    if (has('orderBy')) return this.#page(parent, field);
    const type = this.#model.types.get(getNamedType(field.type).name);
    const id = has('id') ? fc.record({ id: this.#globalId(type?.name) }) : fc.constant({});
    if (!has('slug')) return id;
    const slug = fc.record({ slug: this.#slug(type?.document?.type) });
    return fc.oneof({ weight: 7, arbitrary: slug }, { weight: 3, arbitrary: id });
  }

  #page(parent: string, field: Field): fc.Arbitrary<Values> {
    const target = getNamedType(field.type).name.slice(0, -'Connection'.length);
    const own = this.#model.types.get(parent)?.fields.get(field.name);
    const isList = own !== undefined && own.source.kind !== 'inverse';
    const order = getNamedType(argumentOf(field, 'orderBy').type);
    const filter = getNamedType(argumentOf(field, 'filter').type);
    const sizes = [
      { weight: 21, arbitrary: fc.constant({}) },
      { weight: 49, arbitrary: fc.record({ first: fc.nat(6) }) },
      { weight: 30, arbitrary: fc.record({ last: fc.nat(4) }) },
    ];
    const cursor = fc.record({
      index: fc.nat(4),
      key: fc.nat(4),
      doc: this.#doc(this.#model.types.get(target)?.document?.type),
    });
    return fc
      .record({
        orderBy: isEnumType(order)
          ? withProbability(0.5, fc.constantFrom(...order.getValues().map(({ name }) => name)))
          : fc.constant(null),
        filter: isInputObjectType(filter) ? withProbability(0.4, this.#filter(filter, 0)) : fc.constant(null),
        size: fc.oneof({ withCrossShrink: true }, ...sizes),
        after: withProbability(0.3, cursor),
        before: withProbability(0.2, cursor),
      })
      .map(({ orderBy, filter, size, after, before }) => {
        const encoded = (at: typeof after) => {
          if (at === null) return null;
          if (isList && orderBy === null) return encodeCursor('LIST', [at.index, `k${at.key}`]);
          return this.#cursor(target, orderBy ?? 'CREATED_AT_DESC', at.doc);
        };
        return { orderBy, filter, ...size, after: encoded(after), before: encoded(before) };
      });
  }

  #cursor(target: string, order: string, doc: Doc | undefined): string {
    const type = this.#model.types.get(target);
    const constant = order.replace(/_(ASC|DESC)$/, '');
    const field = [...(type?.fields.keys() ?? [])].find((key) => constantCase(key) === constant);
    const derived = constant === 'UPDATED_AT' ? '_updatedAt' : '_createdAt';
    const value = constant === 'SLUG' ? slugOf(doc) : doc?.[field ?? derived];
    const scalar = typeof value === 'object' || value === undefined ? null : value;
    return encodeCursor(order, [scalar, doc?._id ?? 'a']);
  }

  #filter(type: GraphQLInputObjectType, depth: number): fc.Arbitrary<Values> {
    const fields = Object.values(type.getFields()).filter(
      (field) => depth < MAX_FILTER_DEPTH || !isInputObjectType(getNamedType(field.type)),
    );
    if (fields.length === 0) return fc.constant({});
    const entries = fields.map((field) =>
      fc.tuple(fc.constant(field.name), this.#input(field.type, depth + 1, type.name, field.name)),
    );
    return fc
      .array(fc.oneof(...entries), { minLength: depth === 0 ? 1 : 0, maxLength: 2 })
      .map((chosen) => Object.fromEntries(chosen));
  }

  /** Returns arbitrary values of an input type. `owner` and `name` are the input and the field of the value. */
  #input(type: GraphQLInputType, depth: number, owner: string, name: string): fc.Arbitrary<unknown> {
    if (isNonNullType(type)) return this.#input(type.ofType, depth, owner, name);
    if (isListType(type)) return fc.array(this.#input(type.ofType, depth, owner, name), { maxLength: 3 });
    if (type.name === 'ReferenceFilter') return this.#references(owner, name);
    if (type.name === 'IDFilter' && name === 'id') return this.#idFilter(owner.slice(0, -'Filter'.length));
    if (isInputObjectType(type)) return this.#filter(type, depth);
    if (isEnumType(type)) return fc.constantFrom(...type.getValues().map((value) => value.name));
    if (type.name === 'DateTime') return fc.constantFrom(...DATE_TIMES);
    if (type.name === 'ID') return this.#globalId();
    return fc.constantFrom(...(SCALAR_VALUES.get(type.name) ?? WORDS));
  }

  /** A filter by the ids of documents of one type: ids of other types are rejected. */
  #idFilter(typeName: string): fc.Arbitrary<Values> {
    const id = this.#globalId(typeName);
    const ids = fc.array(id, { maxLength: 3 });
    return fc.oneof(fc.record({ eq: id }), fc.record({ in: ids }), fc.record({ eq: id, in: ids }));
  }

  #references(filterName: string, fieldName: string): fc.Arbitrary<Values> {
    const owner = this.#model.types.get(filterName.slice(0, -'Filter'.length));
    const types = possibleDocuments(this.#model, owner?.fields.get(fieldName)?.target ?? 'Node');
    const names = fc.array(
      fc.oneof(
        ...types.flatMap((type) => [
          this.#globalId(type.name),
          type.fields.has('slug') ? this.#slug(type.document?.type) : this.#globalId(type.name),
        ]),
      ),
      { maxLength: 3 },
    );
    return fc.oneof(
      fc.record({ in: names }),
      fc.record({ notIn: names }),
      fc.record({ defined: fc.boolean() }),
      fc.record({ in: names, notIn: names, defined: fc.constant(null) }),
    );
  }

  #doc(type?: string): fc.Arbitrary<Doc | undefined> {
    const documents = type ? this.#dataset.ofType(type) : this.#dataset.documents;
    const known = documents.filter((doc) => this.#model.typeOfDocument.has(doc._type));
    return known.length > 0 ? fc.constantFrom(...known) : fc.constant(undefined);
  }

  #slug(type: string | undefined): fc.Arbitrary<string> {
    return this.#doc(type).map((doc) => slugOf(doc) ?? 'unknown');
  }

  #globalId(typeName?: string): fc.Arbitrary<string> {
    const names = typeName ? [typeName] : this.#model.documents.map(({ name }) => name);
    const missing = fc.constantFrom(...names).map((name) => toGlobalId(name, 'missing'));
    const doc = this.#doc(typeName && this.#model.types.get(typeName)?.document?.type);
    const existing = fc.tuple(doc, trueWithProbability(0.1)).map(([found, isDraft]) => {
      if (!found) return toGlobalId(names[0] as string, 'missing');
      const name = this.#model.typeOfDocument.get(found._type) as string;
      return toGlobalId(name, isDraft ? `drafts.${lowerFirst(name)}-0` : found._id);
    });
    return fc.oneof({ weight: 9, arbitrary: existing }, { weight: 1, arbitrary: missing });
  }
}

const argumentOf = (field: Field, name: string): GraphQLArgument =>
  field.args.find((arg) => arg.name === name) as GraphQLArgument;

const slugOf = (doc: Doc | undefined) => (doc?.slug as { current?: string } | undefined)?.current;
