import {
  defaultFieldResolver,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  getNamedType,
  isIntrospectionType,
  isLeafType,
  isObjectType,
} from 'graphql';
import { type Context, identityOf } from '../../../core/context.ts';
import { hasGetter } from '../../../core/fieldGetter.ts';
import { copySources } from '../../../core/valueSources.ts';
import type { FairScheduler } from '../../../services/scheduling/fairScheduler.ts';
import { readFieldCosts } from '../cost/fieldCosts.ts';

/**
 * Makes the computed fields of a schema wait for the next turn of their caller when a slice of processor time is used up. Computed
 * fields have a cost and no selection, and their resolver does more than reading a value. An operation with thousands of them is
 * executed in many slices, between which other operations proceed. Other fields do not wait: their loaders collect what is loaded at
 * the same time. Changes the schema in place.
 */
export function scheduleComputedFields(schema: GraphQLSchema, scheduler: FairScheduler): void {
  const costOf = readFieldCosts(schema);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const { resolve = defaultFieldResolver } = field;
      const { evaluation, value } = costOf(type.name, field);
      if (isLeafType(getNamedType(field.type)) && evaluation + value > 0 && !hasGetter(resolve))
        field.resolve = copySources(scheduleResolver(resolve, scheduler), resolve);
    }
  }
}

const scheduleResolver =
  (
    resolve: GraphQLFieldResolver<unknown, Context>,
    scheduler: FairScheduler,
  ): GraphQLFieldResolver<unknown, Context> =>
  (source, args, context, info) =>
    scheduler.canContinue()
      ? resolve(source, args, context, info)
      : scheduler.next(identityOf(context.caller)).then(() => resolve(source, args, context, info));
