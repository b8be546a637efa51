import type { ModelField } from './model.ts';

/** A list reads the field of every document that it orders or filters, not only of a page. */
const COST_OF_USE = 10;

/** Returns the weight of the documents that a field's expression reads; 0 if it reads none. */
export const expressionWeightOf = ({ source }: ModelField): number =>
  source.kind === 'groq' ? (source.weight ?? 0) : 0;

/** Returns the points of an order, filter or lookup by a field. */
export const costOfUse = (field: ModelField): number => COST_OF_USE * expressionWeightOf(field);

/** Returns `@cost` as SDL; empty if it costs nothing. */
export const costSdl = (points: number): string => (points === 0 ? '' : `@cost(weight: "${points}")`);
