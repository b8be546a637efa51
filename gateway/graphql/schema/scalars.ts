import { GraphQLError, GraphQLScalarType, GraphQLString, type ValueNode, valueFromASTUntyped } from 'graphql';
import { GraphQLDateTimeISO, GraphQLJSON, GraphQLLocalDate } from 'graphql-scalars';
import { describeType, quoted } from '../../core/describeValue.ts';
import { formatTime, hasText, isTime } from '../../core/model/dateTime.ts';

/** Times as `formatTime` returns them. Days after the 28th depend on the month, so they are parsed. */
const FORMATTED_TIME =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.(?!000)\d{3})?Z$/;

/** Reads a client's value by the scalar of a library, whose errors do not say which form it expects. */
function readGiven(scalar: GraphQLScalarType, value: unknown, expected: string): unknown {
  try {
    return scalar.parseValue(value);
  } catch {
    const actual = typeof value === 'string' ? quoted(value) : describeType(value);
    throw new GraphQLError(`expected ${expected}, got ${actual}; correct the value`);
  }
}

/** Reads a client's time. @throws GraphQLError for another form, or a year outside of 0000 to 9999 in UTC */
function readTime(value: unknown): string {
  const time = readGiven(
    GraphQLDateTimeISO,
    value,
    'a time with its time zone, e.g. "2026-11-28T10:00:00Z"',
  ) as Date;
  if (hasText(time.getTime())) return formatTime(time);
  throw new GraphQLError(
    'expected a time in the years 0000 to 9999 in UTC, got another year; correct the time',
  );
}

/** Times in ISO 8601; input is converted to UTC. */
const DateTime = new GraphQLScalarType({
  name: 'DateTime',
  parseValue: readTime,
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

/** Days in ISO 8601. */
const DateScalar = new GraphQLScalarType({
  name: 'Date',
  serialize: GraphQLLocalDate.serialize,
  parseValue: (value) => readGiven(GraphQLLocalDate, value, 'a date, e.g. "2026-11-28"'),
});

/**
 * Returns the functions of a scalar. Core SDL has its name, description and specification. A value in a document is read like
 * the value of a variable; its error has its place.
 */
export const scalarFunctions = ({ serialize, parseValue }: GraphQLScalarType) => ({
  serialize,
  parseValue,
  parseLiteral(node: ValueNode, variables?: Readonly<Record<string, unknown>> | null) {
    try {
      return parseValue(valueFromASTUntyped(node, variables));
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error;
      const { message, extensions } = error;
      throw new GraphQLError(message, { nodes: node, extensions });
    }
  },
});

/** The resolvers of the scalars in core SDL. */
export const scalars = {
  DateTime: scalarFunctions(DateTime),
  Date: scalarFunctions(DateScalar),
  // Addresses are checked where they are read: content may have any text, which a client would otherwise not see.
  URL: scalarFunctions(GraphQLString),
  JSON: scalarFunctions(GraphQLJSON),
};
