import type { FragmentType, MaybeMasked } from '@apollo/client';

/**
 * Reads a fragment from the result of the query that contains it. The mask exists in the types only: the object holds the
 * whole result, and the query of the page watches the cache. One cache watch per fragment (`useFragment`) cost more than
 * the rest of hydration on a slow phone.
 */
export const bindFragment =
  <D>() =>
  (from: FragmentType<D>): MaybeMasked<D> =>
    from as unknown as MaybeMasked<D>;
