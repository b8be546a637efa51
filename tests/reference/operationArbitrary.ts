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
import { withProbability } from './probability.ts';
import {
  DIRECTIVE_VARIABLES,
  type Directive,
  type Operation,
  type Selection,
  writeOperation,
} from './writeOperation.ts';

interface OperationArbitraryOptions {
  readonly schema: GraphQLSchema;
  readonly model: Model;
  readonly dataset: Dataset;
}

/** Fields without a reference implementation: fields of other providers and of the gateway, and those with URLs. */
const EXCLUDED_FIELDS = new Set(
  'url downloadUrl srcSet related similar search moments suggest facetValues rateLimit viewer locales'.split(
    ' ',
  ),
);
const ALIASES = ['a', '_', 'in', 'rows', 'toString'];
const MAX_DEPTH = 6;
const MAX_NESTED_FRAGMENTS = 2;

const booleans = fc.record(Object.fromEntries(DIRECTIVE_VARIABLES.map((name) => [name, fc.boolean()])));

/** Creates arbitrary valid operations with two sets of variables, which differ in the conditions of the directives. */
export function operationArbitrary({
  schema,
  model,
  dataset,
}: OperationArbitraryOptions): fc.Arbitrary<Operation> {
  const selections = new SelectionArbitrary(schema, new ArgumentArbitrary(model, dataset));
  const root = schema.getQueryType() as GraphQLCompositeType;
  const bodies = [3, 4, 5, MAX_DEPTH].map((depth) => selections.selectionSet(root, depth));
  return fc
    .record({
      body: fc.oneof({ withCrossShrink: true }, ...bodies),
      // Small operations execute quickly.
      maxSelections: fc.integer({ min: 8, max: 45 }),
      conditions: fc.tuple(booleans, booleans),
    })
    .map(({ body, maxSelections, conditions: [first, second] }) =>
      writeOperation(body, maxSelections, [
        { ...first, on: true },
        { ...second, on: false },
      ]),
    )
    .filter(({ text }) => validate(schema, parse(text)).length === 0);
}

class SelectionArbitrary {
  readonly #schema: GraphQLSchema;
  readonly #args: ArgumentArbitrary;
  readonly #cache = new Map<string, fc.Arbitrary<readonly Selection[]>>();
  readonly #directive = withProbability(
    0.15,
    fc.record<Directive>({
      name: fc.constantFrom('include', 'skip'),
      condition: fc.oneof(
        { weight: 15, arbitrary: fc.constantFrom('true', 'true', 'false') },
        { weight: 85, arbitrary: fc.constantFrom(...DIRECTIVE_VARIABLES.map((name) => `$${name}`)) },
      ),
    }),
  );

  constructor(schema: GraphQLSchema, args: ArgumentArbitrary) {
    this.#schema = schema;
    this.#args = args;
  }

  /** Returns arbitrary selection sets of a type with a maximum depth. */
  selectionSet(type: GraphQLCompositeType, depth: number, nesting = 0): fc.Arbitrary<readonly Selection[]> {
    const key = `${type.name} ${depth} ${nesting}`;
    const cached = this.#cache.get(key);
    if (cached) return cached;
    const isRoot = type.name === 'Query';
    const set = fc.array(this.#selection(type, depth, nesting, isRoot), {
      minLength: 1,
      maxLength: isRoot ? 2 : 4,
      size: 'max',
    });
    this.#cache.set(key, set);
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
    const candidates = fields.filter(
      (field) =>
        !EXCLUDED_FIELDS.has(field.name) &&
        getNamedType(field.type).name !== 'Video' &&
        (depth > 0 || !isCompositeType(getNamedType(field.type))),
    );
    const typename = fc.constant<Selection>({ kind: 'typename' });
    if (candidates.length === 0) return typename;
    const hasSelections = (field: GraphQLField<unknown, unknown>) =>
      isCompositeType(getNamedType(field.type));
    const compositeCount = candidates.filter(hasSelections).length;
    // Fields with selections find more differences than leaves: they share 60 % of the weight, and all fields the rest.
    const weights = candidates.map((field) => ({
      weight: Math.round(
        1000 *
          ((compositeCount > 0 ? 0.4 : 1) / candidates.length +
            (hasSelections(field) ? 0.6 / compositeCount : 0)),
      ),
      arbitrary: this.#field(field, depth),
    }));
    return fc.oneof(
      { withCrossShrink: true },
      ...(isRoot ? [] : [{ weight: 80, arbitrary: typename }]),
      ...weights,
    );
  }

  #field(field: GraphQLField<unknown, unknown>, depth: number): fc.Arbitrary<Selection> {
    const type = getNamedType(field.type);
    return fc.record({
      kind: fc.constant('field' as const),
      name: fc.constant(field.name),
      alias: withProbability(0.25, fc.constantFrom(...ALIASES)),
      args: this.#args.argumentsOf(field),
      directive: this.#directive,
      selections: isCompositeType(type) ? this.selectionSet(type, depth - 1) : fc.constant(null),
    });
  }

  #fragment(type: GraphQLCompositeType, depth: number, nesting: number): fc.Arbitrary<Selection> {
    const fragmentOn = (on: GraphQLCompositeType) =>
      fc.record({
        // Fragments shrink to their selections, which are often valid without the fragment.
        kind: fc.oneof(
          { withCrossShrink: true },
          { weight: 2, arbitrary: fc.constant('unwrapped' as const) },
          { weight: isAbstractType(type) ? 85 : 49, arbitrary: fc.constant('inline' as const) },
          { weight: isAbstractType(type) ? 13 : 49, arbitrary: fc.constant('named' as const) },
        ),
        on: fc.constant(on.name),
        hasTypeCondition: on === type ? fc.boolean() : fc.constant(true),
        depth: fc.constant(depth),
        reuseIndex: withProbability(0.5, fc.nat(9)),
        directive: this.#directive,
        selections: this.selectionSet(on, depth, nesting + 1),
      });
    if (!isAbstractType(type)) return fragmentOn(type);
    const possible = this.#schema.getPossibleTypes(type).map((possibleType) => ({
      weight: Math.round(850 / this.#schema.getPossibleTypes(type).length),
      arbitrary: fragmentOn(possibleType),
    }));
    return fc.oneof({ withCrossShrink: true }, { weight: 150, arbitrary: fragmentOn(type) }, ...possible);
  }
}
