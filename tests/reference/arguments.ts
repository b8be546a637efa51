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
import type { Chance } from '../generator/chance.ts';
import type { Doc, Library } from './library.ts';
import { scalarValue, someDay } from './scalarValue.ts';

/** An enum's value, which is written without quotes. */
class Name {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const DEEPEST_FILTER = 3;
const WORDS = ['ember', 'tide', 'Harbour', 'glass', 'ti*', 'm* zeal', 'öre', 'quiet', 'nothing'];

/** Makes the arguments of one operation, written out or as variables. */
export class ArgumentMaker {
  readonly #model: Model;
  readonly #library: Library;
  readonly #chance: Chance;
  readonly #variables: { name: string; type: string; value: unknown }[] = [];

  constructor(model: Model, library: Library, chance: Chance) {
    this.#model = model;
    this.#library = library;
    this.#chance = chance;
  }

  /** The arguments of a field as they are written, with their brackets; empty for none. */
  of(parent: string, field: GraphQLField<unknown, unknown>): string {
    const values = this.#valuesOf(parent, field);
    const written = Object.entries(values).map(([name, value]) => {
      const argument = field.args.find((arg) => arg.name === name) as GraphQLArgument;
      return `${name}: ${this.#chance.in(0.4) ? this.#variable(argument, value) : write(value)}`;
    });
    return written.length > 0 ? `(${written.join(', ')})` : '';
  }

  /** The variables' declarations, e.g. `$v0: Int`. */
  declarations(): string[] {
    return this.#variables.map(({ name, type }) => `$${name}: ${type}`);
  }

  values(): Record<string, unknown> {
    return Object.fromEntries(this.#variables.map(({ name, value }) => [name, plain(value)]));
  }

  #variable(argument: GraphQLArgument, value: unknown): string {
    const name = `v${this.#variables.length}`;
    this.#variables.push({ name, type: String(argument.type), value });
    return `$${name}`;
  }

  #valuesOf(parent: string, field: GraphQLField<unknown, unknown>): Record<string, unknown> {
    const chance = this.#chance;
    const has = (name: string) => field.args.some((arg) => arg.name === name);
    if (has('ids')) return { ids: Array.from({ length: chance.between(0, 5) }, () => this.#globalId()) };
    if (has('orderBy')) return this.#page(parent, field);
    const type = this.#model.types.get(getNamedType(field.type).name);
    if (has('slug') && chance.in(0.7)) return { slug: this.#slug(type?.document?.type) };
    if (!has('id')) return {};
    return { id: type ? this.#globalId(type.name) : this.#globalId() };
  }

  #page(parent: string, field: GraphQLField<unknown, unknown>): Record<string, unknown> {
    const chance = this.#chance;
    const typeOf = (name: string) =>
      getNamedType((field.args.find((arg) => arg.name === name) as GraphQLArgument).type);
    const values: Record<string, unknown> = {};
    const order = typeOf('orderBy');
    const orderBy = isEnumType(order) && chance.in(0.5) ? chance.pick(order.getValues()).name : undefined;
    if (orderBy) values.orderBy = new Name(orderBy);
    const filter = typeOf('filter');
    if (isInputObjectType(filter) && chance.in(0.4)) values.filter = this.#filter(filter, 0);
    if (chance.in(0.3)) values.last = chance.between(0, 4);
    else if (chance.in(0.7)) values.first = chance.between(0, 6);
    const target = getNamedType(field.type).name.slice(0, -'Connection'.length);
    const own = this.#model.types.get(parent)?.fields.get(field.name);
    const isList = own !== undefined && own.origin.kind !== 'inverse';
    const inListOrder = isList && orderBy === undefined;
    if (chance.in(0.3)) values.after = this.#cursor(target, orderBy, inListOrder);
    if (chance.in(0.2)) values.before = this.#cursor(target, orderBy, inListOrder);
    return values;
  }

  #cursor(target: string, orderBy: string | undefined, inListOrder: boolean): string {
    const chance = this.#chance;
    if (inListOrder) return encodeCursor('LIST', [chance.between(0, 4), `k${chance.between(0, 4)}`]);
    const type = this.#model.types.get(target);
    const doc = this.#doc(type?.document?.type);
    const name = orderBy ?? 'CREATED_AT_DESC';
    const constant = name.replace(/_(ASC|DESC)$/, '');
    const field = [...(type?.fields.keys() ?? [])].find((key) => constantCase(key) === constant);
    const derived = constant === 'UPDATED_AT' ? '_updatedAt' : '_createdAt';
    const value =
      constant === 'SLUG' ? (doc?.slug as { current?: string })?.current : doc?.[field ?? derived];
    const scalar = typeof value === 'object' || value === undefined ? null : value;
    return encodeCursor(name, [scalar, doc?._id ?? 'a']);
  }

  #filter(type: GraphQLInputObjectType, depth: number): Record<string, unknown> {
    const fields = Object.values(type.getFields()).filter(
      (field) => depth < DEEPEST_FILTER || !isInputObjectType(getNamedType(field.type)),
    );
    const chosen = Array.from({ length: this.#chance.between(depth === 0 ? 1 : 0, 2) }, () =>
      this.#chance.pick(fields),
    );
    return Object.fromEntries(
      chosen.flatMap((field) =>
        field === undefined ? [] : [[field.name, this.#input(field.type, depth + 1, type.name, field.name)]],
      ),
    );
  }

  /** A value of an input type; `owner` and `name` say which field of which input it is for. */
  #input(type: GraphQLInputType, depth: number, owner: string, name: string): unknown {
    const chance = this.#chance;
    if (isNonNullType(type)) return this.#input(type.ofType, depth, owner, name);
    if (isListType(type))
      return Array.from({ length: chance.between(0, 3) }, () => this.#input(type.ofType, depth, owner, name));
    const named = getNamedType(type);
    if (named.name === 'ReferenceFilter') return this.#references(owner, name);
    if (isInputObjectType(named)) return this.#filter(named, depth);
    if (isEnumType(named)) return new Name(chance.pick(named.getValues()).name);
    const day = someDay(chance);
    switch (named.name) {
      case 'DateTime':
        return chance.in(0.3)
          ? `2026-02-01T08:15:00Z`
          : `${day}T${chance.pick(['08:00:00Z', '10:00:00+02:00'])}`;
      case 'ID':
        return this.#globalId();
      default:
        return scalarValue(chance, named.name, day) ?? chance.pick(WORDS);
    }
  }

  #references(filterName: string, fieldName: string): Record<string, unknown> {
    const chance = this.#chance;
    const owner = this.#model.types.get(filterName.slice(0, -'Filter'.length));
    const types = possibleDocuments(this.#model, owner?.fields.get(fieldName)?.target ?? 'Node');
    const names = () =>
      Array.from({ length: chance.between(0, 3) }, () => {
        const type = chance.pick(types);
        return type.fields.has('slug') && chance.in(0.5)
          ? this.#slug(type.document?.type)
          : this.#globalId(type.name);
      });
    return chance.pick([
      () => ({ in: names() }),
      () => ({ notIn: names() }),
      () => ({ defined: chance.in(0.5) }),
      () => ({ in: names(), notIn: names(), defined: null }),
    ])();
  }

  #doc(type?: string): Doc | undefined {
    const documents = type ? this.#library.ofType(type) : this.#library.documents;
    const known = documents.filter((doc) => this.#model.typeOfDocument.has(doc._type));
    return known.length > 0 ? this.#chance.pick(known) : undefined;
  }

  #slug(type: string | undefined): string {
    return (this.#doc(type)?.slug as { current?: string } | undefined)?.current ?? 'unknown';
  }

  #globalId(typeName?: string): string {
    const doc = this.#doc(typeName && this.#model.types.get(typeName)?.document?.type);
    if (!doc || this.#chance.in(0.1))
      return toGlobalId(typeName ?? this.#chance.pick(this.#model.documents).name, 'missing');
    const name = this.#model.typeOfDocument.get(doc._type) as string;
    return toGlobalId(name, this.#chance.in(0.1) ? `drafts.${lowerFirst(name)}-0` : doc._id);
  }
}

const plain = (value: unknown): unknown => {
  if (value instanceof Name) return value.text;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
  return value;
};

function write(value: unknown): string {
  if (value instanceof Name) return value.text;
  if (Array.isArray(value)) return `[${value.map(write).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([key, inner]) => `${key}: ${write(inner)}`)
      .join(', ')}}`;
  return JSON.stringify(value);
}
