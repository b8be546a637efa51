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
