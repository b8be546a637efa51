/** One path of each kind of page. */
export const PAGE_PATHS = [
  '/',
  '/films',
  '/films/lorenz',
  '/films/chladni',
  '/articles',
  '/articles/sensitive-dependence',
  '/people',
  '/people/edward-lorenz',
  '/topics/chaos',
  '/collections/nothing-left-to-chance',
  '/search?q=wave',
  '/nowhere',
];
