import fc from 'fast-check';
import {
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNamedType,
} from 'graphql';
import type { OrderBy } from '../../gateway/core/model/derivedOrders.ts';
import { constantCase, type ModelType } from '../../gateway/core/model/model.ts';

/** Returns arbitrary orders by at most three fields. @param type the input type of the orders of `documents`; undefined for documents of several types */
export function orderArbitrary(
  type: GraphQLInputObjectType,
  documents: ModelType | undefined,
): fc.Arbitrary<readonly OrderBy[]> {
  const fields = getNamedType(type.getFields().field?.type as GraphQLInputType) as GraphQLEnumType;
  const places = [...(documents?.fields.values() ?? [])]
    .filter(({ shape }) => shape === 'geoPoint')
    .map(({ name }) => constantCase(name));
  const degrees = fc.integer({ min: 0, max: 4 });
  const order = fc
    .record({
      field: fc.constantFrom(...fields.getValues().map(({ name }) => name)),
      direction: fc.constantFrom<OrderBy['direction']>('ASC', 'DESC'),
      nulls: fc.constantFrom<OrderBy['nulls']>('FIRST', 'LAST'),
      near: fc.record({ lat: degrees, lng: degrees }),
    })
    .map(({ near, ...rest }): OrderBy => (places.includes(rest.field) ? { ...rest, near } : rest));
  return fc.array(order, { maxLength: 3 });
}
