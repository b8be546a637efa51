import {
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  parse,
  validate,
} from 'graphql';
import type { Model } from '../../gateway/core/model/model.ts';
import type { Chance } from '../generator/chance.ts';
import { ArgumentMaker } from './arguments.ts';
import type { Library } from './library.ts';

/** An operation and two sets of variables for it, which differ in the directives they switch. */
export interface RandomOperation {
  readonly text: string;
  readonly variables: readonly Record<string, unknown>[];
}

/** Fields that other providers answer or the gateway itself, and those whose value hangs on an address. */
const ELSEWHERE = new Set([
  'url',
  'srcSet',
  'related',
  'similar',
  'search',
  'moments',
  'suggest',
  'facetValues',
  'rateLimit',
]);
const SWITCHES = ['on', 'off', 'maybe'];

/** What random operations are made for. */
export interface OperationsOptions {
  readonly schema: GraphQLSchema;
  readonly model: Model;
  readonly library: Library;
}

/** A valid operation made by chance: the same chance gives the same operation. */
export function randomOperation(options: OperationsOptions, chance: Chance): RandomOperation {
  for (let attempt = 0; attempt < 50; attempt++) {
    const operation = new OperationMaker(options, chance).operation();
    if (validate(options.schema, parse(operation.text)).length === 0) return operation;
  }
  throw new Error('expected a valid operation within 50 attempts, got none; mend the maker');
}

class OperationMaker {
  readonly #schema: GraphQLSchema;
  readonly #chance: Chance;
  readonly #arguments: ArgumentMaker;
  readonly #fragments = new Map<string, { type: string; depth: number; text: string }>();
  #aliases = 0;
  /** Selections left to make: what keeps operations small enough to answer quickly. */
  #budget: number;

  constructor({ schema, model, library }: OperationsOptions, chance: Chance) {
    this.#schema = schema;
    this.#chance = chance;
    this.#arguments = new ArgumentMaker(model, library, chance);
    this.#budget = chance.between(8, 45);
  }

  operation(): RandomOperation {
    const body = this.#selections(
      this.#schema.getQueryType() as GraphQLCompositeType,
      this.#chance.between(3, 6),
    );
    const switches = (on: boolean) =>
      Object.fromEntries(SWITCHES.map((name, i) => [name, i === 0 ? on : this.#chance.in(0.5)]));
    const declared = [
      ...SWITCHES.map((name) => `$${name}: Boolean!`),
      ...this.#arguments.declarations(),
    ].filter((declaration) => {
      const name = declaration.slice(0, declaration.indexOf(':'));
      return new RegExp(`\\${name}\\b`).test(body + [...this.#fragments.values()].map((f) => f.text).join());
    });
    const fragments = [...this.#fragments].map(
      ([name, { type, text }]) => `fragment ${name} on ${type} ${text}`,
    );
    const text = [`query${declared.length > 0 ? `(${declared.join(', ')})` : ''} ${body}`, ...fragments].join(
      '\n',
    );
    return {
      text,
      variables: [true, false].map((on) => ({ ...switches(on), ...this.#arguments.values() })),
    };
  }

  #selections(type: GraphQLCompositeType, depth: number): string {
    const isRoot = type.name === 'Query';
    const parts = Array.from({ length: this.#chance.between(1, isRoot ? 2 : 4) }, () =>
      this.#selection(type, depth),
    );
    const written = parts.filter((part) => part !== '');
    return `{ ${written.length > 0 ? written.join(' ') : '__typename'} }`;
  }

  #selection(type: GraphQLCompositeType, depth: number): string {
    this.#budget -= 1;
    if (this.#budget < 0) return '';
    const isRoot = type.name === 'Query';
    if (isAbstractType(type) && this.#chance.in(0.8)) return this.#inlineFragment(type, depth);
    if (!isRoot && depth > 0 && this.#chance.in(0.15)) return this.#inlineFragment(type, depth);
    if (!isRoot && depth > 0 && this.#chance.in(0.15)) return this.#spread(type, depth);
    return this.#field(type, depth, isRoot);
  }

  #field(type: GraphQLCompositeType, depth: number, isRoot: boolean): string {
    const fields = isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
    const usable = fields.filter(
      (field) =>
        !ELSEWHERE.has(field.name) &&
        getNamedType(field.type).name !== 'Video' &&
        (depth > 0 || !isCompositeType(getNamedType(field.type))),
    );
    if (usable.length === 0 || (!isRoot && this.#chance.in(0.08))) return '__typename';
    // What leads further is more telling than another leaf.
    const deep = usable.filter((field) => isCompositeType(getNamedType(field.type)));
    const field =
      deep.length > 0 && this.#chance.in(0.6) ? this.#chance.pick(deep) : this.#chance.pick(usable);
    return this.#written(type.name, field, depth);
  }

  #written(parent: string, field: GraphQLField<unknown, unknown>, depth: number): string {
    const type = getNamedType(field.type);
    const args = this.#arguments.of(parent, field);
    const isAliased = args !== '' || this.#chance.in(0.25);
    this.#aliases += isAliased ? 1 : 0;
    const alias = isAliased
      ? `${this.#chance.pick(['a', '_', 'in', 'rows', 'toString'])}${this.#aliases}: `
      : '';
    const body = isCompositeType(type) ? this.#selections(type, depth - 1) : '';
    return `${alias}${field.name}${args}${this.#directives()} ${body}`;
  }

  #inlineFragment(type: GraphQLCompositeType, depth: number): string {
    const on = this.#narrowed(type);
    const condition = on === type && this.#chance.in(0.5) ? '' : ` on ${on.name}`;
    return `...${condition}${this.#directives()} ${this.#selections(on, depth)}`;
  }

  #spread(type: GraphQLCompositeType, depth: number): string {
    const on = this.#narrowed(type);
    const known = [...this.#fragments].filter(
      ([, f]) => f.type === on.name && f.depth <= depth && f.text !== '',
    );
    if (known.length > 0 && this.#chance.in(0.5))
      return `...${this.#chance.pick(known)[0]}${this.#directives()}`;
    const name = `F${this.#fragments.size}`;
    // Without a text until it is whole, so that it cannot contain itself.
    this.#fragments.set(name, { type: on.name, depth, text: '' });
    this.#fragments.set(name, { type: on.name, depth, text: this.#selections(on, depth) });
    return `...${name}${this.#directives()}`;
  }

  #narrowed(type: GraphQLCompositeType): GraphQLCompositeType {
    return isAbstractType(type) && this.#chance.in(0.85)
      ? this.#chance.pick(this.#schema.getPossibleTypes(type))
      : type;
  }

  #directives(): string {
    if (!this.#chance.in(0.15)) return '';
    const condition = this.#chance.in(0.85)
      ? `$${this.#chance.pick(SWITCHES)}`
      : String(this.#chance.in(0.7));
    return ` @${this.#chance.in(0.6) ? 'include' : 'skip'}(if: ${condition})`;
  }
}
