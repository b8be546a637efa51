import {
  type DirectiveNode,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  Kind,
} from 'graphql';
import pluralize from 'pluralize';
import type { ChangeLevel } from '../../graphql/schema/versions/changeRecord.ts';

/** A change of a price. */
interface PriceChange {
  readonly level: ChangeLevel;
  readonly coordinate: string;
  readonly message: string;
}

/** A part of a schema whose definition can have directives. */
interface Priced {
  readonly astNode?: { readonly directives?: readonly DirectiveNode[] | undefined } | null | undefined;
}

/**
 * Returns the changes of the prices that `@cost` states in both schemas, in points. A higher price can reject an operation that was
 * accepted, so it is dangerous. A schema that comes from introspection states no prices.
 */
export function findPriceChanges(before: GraphQLSchema, after: GraphQLSchema): readonly PriceChange[] {
  const prices = new Map(pricesOf(after));
  return [...pricesOf(before)].flatMap(([coordinate, old]): PriceChange[] => {
    const price = prices.get(coordinate) ?? old;
    if (price === old) return [];
    const message = `The price of '${coordinate}' changed from ${describe(old)} to ${describe(price)}`;
    return [{ level: price > old ? 'dangerous' : 'safe', coordinate, message }];
  });
}

const describe = (price: number): string => pluralize('point', price, true);

/** Yields the coordinate of each part of a schema that states a price, with the price. */
function* pricesOf(schema: GraphQLSchema): Generator<readonly [coordinate: string, price: number]> {
  for (const [coordinate, { astNode }] of pricedParts(schema)) {
    const directive = astNode?.directives?.find(({ name }) => name.value === 'cost');
    const weight = directive?.arguments?.find(({ name }) => name.value === 'weight')?.value;
    if (weight?.kind === Kind.STRING) yield [coordinate, Number(weight.value)];
  }
}

/** Yields the parts of a schema that can state a price. */
function* pricedParts(schema: GraphQLSchema): Generator<readonly [coordinate: string, part: Priced]> {
  for (const type of Object.values(schema.getTypeMap())) {
    yield [type.name, type];
    if (isEnumType(type)) {
      for (const value of type.getValues()) yield [`${type.name}.${value.name}`, value];
    } else if (isInputObjectType(type)) {
      for (const field of Object.values(type.getFields())) yield [`${type.name}.${field.name}`, field];
    } else if (isObjectType(type) || isInterfaceType(type)) {
      for (const field of Object.values(type.getFields())) {
        const coordinate = `${type.name}.${field.name}`;
        yield [coordinate, field];
        for (const argument of field.args) yield [`${coordinate}(${argument.name}:)`, argument];
      }
    }
  }
}
