import fc from 'fast-check';
import {
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNamedType,
} from 'graphql';
import type { OrderBy } from '../../gateway/core/model/derivedOrders.ts';

/** Returns arbitrary orders by at most three fields. */
export function orderArbitrary(type: GraphQLInputObjectType): fc.Arbitrary<readonly OrderBy[]> {
  const fields = getNamedType(type.getFields().field?.type as GraphQLInputType) as GraphQLEnumType;
  const order = fc.record<OrderBy>({
    field: fc.constantFrom(...fields.getValues().map(({ name }) => name)),
    direction: fc.constantFrom('ASC', 'DESC'),
    nulls: fc.constantFrom('FIRST', 'LAST'),
  });
  return fc.array(order, { maxLength: 3 });
}
