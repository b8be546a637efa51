/** The query of a list with numbered pages. */
export const LIST_QUERY = {
  type: 'object',
  properties: {
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 25 },
    page: { type: 'integer', minimum: 1, default: 1 },
  },
};

export interface ListQuery {
  Querystring: { limit: number; page: number };
}

/** Returns the items of a numbered page. */
export const pageOf = <T>(items: readonly T[], { limit, page }: ListQuery['Querystring']): readonly T[] =>
  items.slice((page - 1) * limit, page * limit);
