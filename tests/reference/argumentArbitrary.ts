import fc from 'fast-check';
import {
  type GraphQLArgument,
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
} from 'graphql';
import type { OrderBy } from '../../gateway/core/model/derivedOrders.ts';
import { constantCase, type Model } from '../../gateway/core/model/model.ts';
import { encodeCursor } from '../../gateway/core/relay.ts';
import type { Dataset, Doc } from './dataset.ts';
import { DocumentArbitrary, slugOf } from './documentArbitrary.ts';
import { FilterArbitrary } from './filterArbitrary.ts';
import { orderedDistance } from './geoPoints.ts';
import { orderedValue } from './kinds/valueRules.ts';
import { orderArbitrary } from './orderArbitrary.ts';
import { cursorLanguage, cursorName } from './paginate.ts';
import { trueWithProbability, withProbability } from './probability.ts';

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

/** Creates arbitrary arguments for the fields of a model's schema. Most ids and slugs are of documents in a dataset. */
export class ArgumentArbitrary {
  readonly #model: Model;
  readonly #documents: DocumentArbitrary;
  readonly #filters: FilterArbitrary;

  constructor(model: Model, dataset: Dataset) {
    this.#model = model;
    this.#documents = new DocumentArbitrary(model, dataset);
    this.#filters = new FilterArbitrary(model, this.#documents);
  }

  /** Returns arbitrary arguments for a field. */
  argumentsOf(field: Field): fc.Arbitrary<readonly Argument[]> {
    const values = this.#valuesOf(field);
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

  #valuesOf(field: Field): fc.Arbitrary<Values> {
    const has = (name: string) => field.args.some((arg) => arg.name === name);
    if (has('ids')) return fc.record({ ids: fc.array(this.#documents.globalId(), { maxLength: 5 }) });
    if (has('orderBy')) return this.#page(field);
    if (has('offset')) return fc.record({ first: fc.nat(3), offset: fc.nat(3) });
    if (has('id')) return fc.record({ id: this.#documents.globalId() });
    if (!has('by')) return fc.constant({});
    return fc.record({ by: this.#lookup(getNamedType(field.type).name, argumentOf(field, 'by')) });
  }

  /** Returns arbitrary values of the argument of a lookup: mostly those of a document. */
  #lookup(typeName: string, by: GraphQLArgument): fc.Arbitrary<Values> {
    const input = getNamedType(by.type) as GraphQLInputObjectType;
    const document = this.#documents.document(this.#model.types.get(typeName)?.document?.type);
    const id = fc.record({ id: this.#documents.globalId(typeName) });
    const others = Object.values(input.getFields())
      .filter(({ name }) => name !== 'id')
      .map((member) => ({
        weight: 7,
        arbitrary: document.map((doc) => ({ [member.name]: lookupValue(member, doc) })),
      }));
    return others.length === 0 ? id : fc.oneof(...others, { weight: 3, arbitrary: id });
  }

  #page(field: Field): fc.Arbitrary<Values> {
    const target = getNamedType(field.type).name.slice(0, -'Connection'.length);
    const { type: orderType, defaultValue } = argumentOf(field, 'orderBy');
    const orders = orderArbitrary(
      getNamedType(orderType) as GraphQLInputObjectType,
      this.#model.types.get(target),
    );
    const types = field.args.find(({ name }) => name === 'types')?.type;
    const typeNames = types
      ? (getNamedType(types) as GraphQLEnumType).getValues().map(({ name }) => name)
      : [];
    const filter = getNamedType(argumentOf(field, 'filter').type);
    const sizes = [
      { weight: 21, arbitrary: fc.constant({}) },
      { weight: 49, arbitrary: fc.record({ first: fc.nat(6) }) },
      { weight: 30, arbitrary: fc.record({ last: fc.nat(4) }) },
    ];
    const cursor = fc.record({
      index: fc.nat(4),
      key: fc.nat(4),
      doc: this.#documents.document(this.#model.types.get(target)?.document?.type),
    });
    return fc
      .record({
        orderBy: withProbability(0.5, orders),
        filter: withProbability(0.4, this.#filters.filter(filter as GraphQLInputObjectType, 0, 0)),
        size: fc.oneof({ withCrossShrink: true }, ...sizes),
        after: withProbability(0.3, cursor),
        before: withProbability(0.2, cursor),
        offset: withProbability(0.3, fc.nat(6)),
        types: withProbability(
          typeNames.length > 0 ? 0.7 : 0,
          fc.array(fc.constantFrom(...typeNames, ...(typeNames.length > 0 ? [] : [''])), { maxLength: 4 }),
        ),
      })
      .map(({ orderBy, filter, size, after, before, offset, types: listed }) => {
        const isNumbered = offset !== null && !('last' in size);
        const encoded = (at: typeof after) => {
          if (at === null) return null;
          const ordered =
            orderBy !== null && orderBy.length > 0 ? orderBy : (defaultValue as OrderBy[] | undefined);
          if (ordered === undefined) return encodeCursor('LIST', [at.index, `k${at.key}`]);
          return this.#cursor(target, ordered, at.doc);
        };
        if (isNumbered) return { types: listed, orderBy, filter, ...size, offset };
        return { types: listed, orderBy, filter, ...size, after: encoded(after), before: encoded(before) };
      });
  }

  #cursor(target: string, orders: readonly OrderBy[], doc: Doc | undefined): string {
    const type = this.#model.types.get(target);
    const fields = [...(type?.fields.values() ?? [])];
    const values = orders.map((order) => {
      if (order.field === 'LABEL' && !type) return 'glass';
      if (order.field === 'SLUG') return orderedValue(this.#model, 'String', slugOf(doc));
      const field = fields.find(({ name }) => constantCase(name) === order.field);
      const value = doc?.[field?.name ?? (order.field === 'UPDATED_AT' ? '_updatedAt' : '_createdAt')];
      if (order.near) return orderedDistance(value, order.near);
      return orderedValue(this.#model, field?.typeName ?? 'DateTime', value);
    });
    const language = type ? cursorLanguage(this.#model, type, orders) : [];
    return encodeCursor(cursorName(orders), [...language, ...values, doc?._id ?? 'a']);
  }
}

/** Returns the value of a document for a member of a lookup; another value if the document has none of the type. */
function lookupValue({ name, type }: GraphQLInputField, doc: Doc | undefined): unknown {
  const named = getNamedType(type);
  if (isInputObjectType(named))
    return Object.fromEntries(
      Object.values(named.getFields()).map((field) => [field.name, lookupValue(field, doc)]),
    );
  const value = name === 'slug' ? slugOf(doc) : doc?.[name];
  if (isEnumType(named))
    return (named.getValues().find((own) => own.value === value) ?? named.getValues()[0])?.name;
  if (named.name === 'Int') return Number.isInteger(value) ? value : 0;
  return typeof value === 'string' ? value : 'unknown';
}

const argumentOf = (field: Field, name: string): GraphQLArgument =>
  field.args.find((arg) => arg.name === name) as GraphQLArgument;
