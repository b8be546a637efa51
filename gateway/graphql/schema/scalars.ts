import { GraphQLError, GraphQLScalarType, type ValueNode } from 'graphql';
import { GraphQLDateTimeISO, GraphQLJSON, GraphQLLocalDate } from 'graphql-scalars';

/** UTC without empty fractions, as the content service writes it, so that moments compare as text. */
function normalise(moment: Date): string {
  return moment.toISOString().replace('.000Z', 'Z');
}

/** A day and a time with a zone, as https://www.rfc-editor.org/rfc/rfc3339 has them; the seconds may be absent, as editors leave them. */
const MOMENT = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d(\.\d+)?)?([Zz]|[+-]\d\d:?\d\d)$/;

/** ISO 8601 moments; what clients give is brought to UTC. */
const DateTime = new GraphQLScalarType({
  name: 'DateTime',
  parseValue: (value) => normalise(GraphQLDateTimeISO.parseValue(value)),
  parseLiteral: (node: ValueNode) => normalise(GraphQLDateTimeISO.parseLiteral(node, {}) as Date),
  serialize(value) {
    // `Date` alone takes anything that looks like a day to it, `5` and `Spring 2001` among them.
    const isMoment = value instanceof Date || (typeof value === 'string' && MOMENT.test(value));
    const moment = new Date(isMoment ? value : Number.NaN);
    if (Number.isNaN(moment.getTime()))
      throw new GraphQLError('expected a moment in ISO 8601, got another value; mend the document');
    return normalise(moment);
  },
});

/** Resolvers of core's scalars. */
export const scalars = { DateTime, Date: GraphQLLocalDate, JSON: GraphQLJSON };
