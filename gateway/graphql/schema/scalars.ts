import { GraphQLError, GraphQLScalarType, GraphQLString, type ValueNode } from 'graphql';
import { GraphQLDateTimeISO, GraphQLJSON, GraphQLLocalDate } from 'graphql-scalars';
import { describeType } from '../../core/describeValue.ts';
import { formatTime, hasText, isTime } from '../../core/model/dateTime.ts';

/** Times as `formatTime` returns them. Days after the 28th depend on the month, so they are parsed. */
const FORMATTED_TIME =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.(?!000)\d{3})?Z$/;

/** Formats a client's time. @throws GraphQLError for a year outside of 0000 to 9999 in UTC */
function formatGiven(time: Date): string {
  if (hasText(time.getTime())) return formatTime(time);
  throw new GraphQLError(
    'expected a time in the years 0000 to 9999 in UTC, got another year; correct the time',
  );
}

/** Times in ISO 8601; input is converted to UTC. */
const DateTime = new GraphQLScalarType({
  name: 'DateTime',
  parseValue: (value) => formatGiven(GraphQLDateTimeISO.parseValue(value)),
  parseLiteral: (node: ValueNode) => formatGiven(GraphQLDateTimeISO.parseLiteral(node, {}) as Date),
  serialize(value) {
    if (typeof value === 'string' && FORMATTED_TIME.test(value)) return value;
    const isDateTime = value instanceof Date || isTime(value);
    const time = new Date(isDateTime ? (value as Date | string) : Number.NaN);
    if (Number.isNaN(time.getTime()))
      throw new GraphQLError(
        `expected a time in ISO 8601, got ${typeof value === 'string' ? 'another text' : describeType(value)}; correct the document`,
      );
    return formatTime(time);
  },
});

/** Returns the functions of a scalar. Its name, description and specification are those of core SDL. */
export const scalarFunctions = ({ serialize, parseValue, parseLiteral }: GraphQLScalarType) => ({
  serialize,
  parseValue,
  parseLiteral,
});

/** The resolvers of the scalars in core SDL. */
export const scalars = {
  DateTime: scalarFunctions(DateTime),
  Date: scalarFunctions(GraphQLLocalDate),
  // Addresses are checked where they are read: content may have any text, which a client would otherwise not see.
  URL: scalarFunctions(GraphQLString),
  JSON: scalarFunctions(GraphQLJSON),
};
