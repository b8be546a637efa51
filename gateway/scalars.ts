import { GraphQLError, GraphQLScalarType, type ValueNode } from 'graphql';
import { GraphQLDateTimeISO, GraphQLJSON, GraphQLLocalDate } from 'graphql-scalars';

/** UTC without empty fractions, as the content service writes it, so that moments compare as text. */
function normalise(moment: Date): string {
  return moment.toISOString().replace('.000Z', 'Z');
}

/** ISO 8601 moments; what clients give is brought to UTC. */
const DateTime = new GraphQLScalarType({
  name: 'DateTime',
  parseValue: (value) => normalise(GraphQLDateTimeISO.parseValue(value)),
  parseLiteral: (node: ValueNode) => normalise(GraphQLDateTimeISO.parseLiteral(node, {}) as Date),
  serialize(value) {
    const moment = new Date(String(value));
    if (Number.isNaN(moment.getTime()))
      throw new GraphQLError('expected a moment in ISO 8601, got another value; mend the document');
    return normalise(moment);
  },
});

/** Resolvers of core's scalars. */
export const scalars = { DateTime, Date: GraphQLLocalDate, JSON: GraphQLJSON };
