import type { GraphQLSchema } from 'graphql';
import { removalDate } from '../../../core/deprecation.ts';
import { deprecationReasons } from '../document/deprecatedCoordinates.ts';

/** The response header with the deprecated schema coordinates that the operation uses. */
export const DEPRECATED_HEADER = 'x-trivium-deprecated';

/** Clients accept 16 kB of headers in total. */
const MAX_LISTED = 20;

/** Returns the header with deprecated coordinates; none if there are none. */
export const deprecationHeaders = (deprecated: readonly string[]): readonly (readonly [string, string])[] =>
  deprecated.length === 0
    ? []
    : [
        [
          DEPRECATED_HEADER,
          [...deprecated.slice(0, MAX_LISTED), ...(deprecated.length > MAX_LISTED ? ['...'] : [])].join(', '),
        ],
      ];

/** A deprecated part of the schema that an operation uses. */
export interface Deprecation {
  readonly coordinate: string;
  readonly reason: string;
  /** The day from which it can be removed; null for a part of the schema without a date. */
  readonly removal: string | null;
}

/** Creates a function that describes deprecated coordinates. */
export function createDeprecationDescriptions(
  schema: GraphQLSchema,
): (coordinates: readonly string[]) => readonly Deprecation[] {
  const reasons = deprecationReasons(schema);
  return (coordinates) =>
    coordinates.map((coordinate): Deprecation => {
      const reason = reasons.get(coordinate) ?? '';
      return { coordinate, reason, removal: removalDate(reason) ?? null };
    });
}
