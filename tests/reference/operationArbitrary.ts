import fc from 'fast-check';
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
import { ArgumentArbitrary } from './argumentArbitrary.ts';
import type { Dataset } from './dataset.ts';
import { type Directive, type Operation, type Selection, SWITCHES, writeOperation } from './operationText.ts';
import { inShare } from './share.ts';

interface OperationsOptions {
  readonly schema: GraphQLSchema;
  readonly model: Model;
  readonly dataset: Dataset;
}

/** Fields that other providers or the gateway itself resolve, and those whose value depends on an address. */
const ELSEWHERE = new Set(
  'url srcSet related similar search moments suggest facetValues rateLimit'.split(' '),
);
const ALIASES = ['a', '_', 'in', 'rows', 'toString'];
const MAX_DEPTH = 6;
const MAX_NESTED_FRAGMENTS = 2;

const booleans = fc.record(Object.fromEntries(SWITCHES.map((name) => [name, fc.boolean()])));

/** Valid operations over a schema, with two sets of variables that differ in the directives they switch. */
export function operationArbitrary({ schema, model, dataset }: OperationsOptions): fc.Arbitrary<Operation> {
  const selections = new SelectionArbitrary(schema, new ArgumentArbitrary(model, dataset));
  const root = schema.getQueryType() as GraphQLCompositeType;
  const bodies = [3, 4, 5, MAX_DEPTH].map((depth) => selections.set(root, depth));
  return fc
    .record({
      body: fc.oneof({ withCrossShrink: true }, ...bodies),
      // Operations stay small enough to be executed quickly.
      size: fc.integer({ min: 8, max: 45 }),
      switches: fc.tuple(booleans, booleans),
    })
    .map(({ body, size, switches: [first, second] }) =>
      writeOperation(body, size, [
        { ...first, on: true },
        { ...second, on: false },
      ]),
    )
    .filter(({ text }) => validate(schema, parse(text)).length === 0);
}

class SelectionArbitrary {
  readonly #schema: GraphQLSchema;
  readonly #args: ArgumentArbitrary;
  readonly #sets = new Map<string, fc.Arbitrary<readonly Selection[]>>();
  readonly #directive = inShare(
    0.15,
    fc.record<Directive>({
      name: fc.constantFrom('include', 'skip'),
      condition: fc.oneof(
        { weight: 15, arbitrary: fc.constantFrom('true', 'true', 'false') },
        { weight: 85, arbitrary: fc.constantFrom(...SWITCHES.map((name) => `$${name}`)) },
      ),
    }),
  );

  constructor(schema: GraphQLSchema, args: ArgumentArbitrary) {
    this.#schema = schema;
    this.#args = args;
  }

  /** Selection sets of a type that lead so many fields deep. */
  set(type: GraphQLCompositeType, depth: number, nesting = 0): fc.Arbitrary<readonly Selection[]> {
    const key = `${type.name} ${depth} ${nesting}`;
    const known = this.#sets.get(key);
    if (known) return known;
    const isRoot = type.name === 'Query';
    const set = fc.array(this.#selection(type, depth, nesting, isRoot), {
      minLength: 1,
      maxLength: isRoot ? 2 : 4,
      size: 'max',
    });
    this.#sets.set(key, set);
    return set;
  }

  #selection(type: GraphQLCompositeType, depth: number, nesting: number, isRoot: boolean) {
    const fields = this.#fields(type, depth, isRoot);
    const hasFragments = isAbstractType(type) || (!isRoot && depth > 0);
    if (!hasFragments || nesting === MAX_NESTED_FRAGMENTS) return fields;
    const share = isAbstractType(type) ? 85 : 28;
    return fc.oneof(
      { withCrossShrink: true },
      { weight: 100 - share, arbitrary: fields },
      { weight: share, arbitrary: this.#fragment(type, depth, nesting) },
    );
  }

  #fields(type: GraphQLCompositeType, depth: number, isRoot: boolean): fc.Arbitrary<Selection> {
    const fields = isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
    const usable = fields.filter(
      (field) =>
        !ELSEWHERE.has(field.name) &&
        getNamedType(field.type).name !== 'Video' &&
        (depth > 0 || !isCompositeType(getNamedType(field.type))),
    );
    const typename = fc.constant<Selection>({ kind: 'typename' });
    if (usable.length === 0) return typename;
    const leadsOn = (field: GraphQLField<unknown, unknown>) => isCompositeType(getNamedType(field.type));
    const deep = usable.filter(leadsOn).length;
    // What leads further finds more than another leaf: it has six tenths of the weight more.
    const weights = usable.map((field) => ({
      weight: Math.round(1000 * ((deep > 0 ? 0.4 : 1) / usable.length + (leadsOn(field) ? 0.6 / deep : 0))),
      arbitrary: this.#field(type.name, field, depth),
    }));
    return fc.oneof(
      { withCrossShrink: true },
      ...(isRoot ? [] : [{ weight: 80, arbitrary: typename }]),
      ...weights,
    );
  }

  #field(parent: string, field: GraphQLField<unknown, unknown>, depth: number): fc.Arbitrary<Selection> {
    const type = getNamedType(field.type);
    return fc.record({
      kind: fc.constant('field' as const),
      name: fc.constant(field.name),
      alias: inShare(0.25, fc.constantFrom(...ALIASES)),
      args: this.#args.of(parent, field),
      directive: this.#directive,
      selections: isCompositeType(type) ? this.set(type, depth - 1) : fc.constant(null),
    });
  }

  #fragment(type: GraphQLCompositeType, depth: number, nesting: number): fc.Arbitrary<Selection> {
    const fragmentOn = (on: GraphQLCompositeType) =>
      fc.record({
        // Seldom none at all, which is what fragments shrink to where their selections are valid without them.
        kind: fc.oneof(
          { withCrossShrink: true },
          { weight: 2, arbitrary: fc.constant('bare' as const) },
          { weight: isAbstractType(type) ? 85 : 49, arbitrary: fc.constant('inline' as const) },
          { weight: isAbstractType(type) ? 13 : 49, arbitrary: fc.constant('named' as const) },
        ),
        on: fc.constant(on.name),
        hasCondition: on === type ? fc.boolean() : fc.constant(true),
        depth: fc.constant(depth),
        reuse: inShare(0.5, fc.nat(9)),
        directive: this.#directive,
        selections: this.set(on, depth, nesting + 1),
      });
    if (!isAbstractType(type)) return fragmentOn(type);
    const possible = this.#schema.getPossibleTypes(type).map((one) => ({
      weight: Math.round(850 / this.#schema.getPossibleTypes(type).length),
      arbitrary: fragmentOn(one),
    }));
    return fc.oneof({ withCrossShrink: true }, { weight: 150, arbitrary: fragmentOn(type) }, ...possible);
  }
}
