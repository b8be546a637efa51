/** Points of the work of the content service for a field. */
export interface ContentCost {
  /** Reading the value in one document or object, besides the points of the values themselves. */
  readonly value: number;
  /** A condition on it in a filter or a lookup, besides the points of its operator. */
  readonly condition: number;
  /** An order by it. */
  readonly order: number;
}

/** The cost of an attribute. */
export const NO_CONTENT_COST: ContentCost = { value: 0, condition: 0, order: 0 };

/** A query within the query: of the documents of a reference, a connection, or an expression. */
export const QUERY_COST = 10;
/** An operator of a filter. */
export const OPERATOR_COST = 2;
/** The assumed length of a list in a document. */
export const LIST_LENGTH = 10;
/** The assumed number of documents that a list reads to filter or order them regardless of the size of a page. */
const DOCUMENTS = 10;
/** An order reads a value twice: to find out whether it is missing, and to compare it. */
const READS_OF_ORDER = 2;

/** Returns the points of a condition on a value. @param weight the points of reading the value once */
export const costOfCondition = (weight: number): number => DOCUMENTS * weight;

/** Returns the points of an order by a value. @param weight the points of reading the value once */
export const costOfOrder = (weight: number): number => READS_OF_ORDER * DOCUMENTS * weight;

/** Returns the maximum of each part of several costs. */
export const maxContentCost = (costs: readonly ContentCost[]): ContentCost => ({
  value: Math.max(0, ...costs.map(({ value }) => value)),
  condition: Math.max(0, ...costs.map(({ condition }) => condition)),
  order: Math.max(0, ...costs.map(({ order }) => order)),
});

/** Returns `@cost` as SDL; empty if it costs nothing. */
export const costSdl = (points: number): string => (points === 0 ? '' : `@cost(weight: "${points}")`);
