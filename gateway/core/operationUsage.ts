/** The parts of the schema that an operation uses, by schema coordinate. */
export interface OperationUsage {
  /** The coordinates to count. Requests for the same document have the same array. */
  coordinates: readonly string[];
  /** The coordinates that are deprecated. */
  deprecated: readonly string[];
}

/** The use of an operation that is not known yet. */
export const createOperationUsage = (): OperationUsage => ({ coordinates: [], deprecated: [] });
