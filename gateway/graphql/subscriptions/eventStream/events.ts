/** The id of the operation of a stream that serves one operation only. */
export const ONLY_OPERATION = '';

/**
 * Returns the parts of an event with a result (graphql-sse). The result is a part of its own, because streams share it.
 * @param id the client's id of the operation, or `ONLY_OPERATION`
 * @param result JSON without a newline, which would end the event
 */
export const nextEvent = <Result extends string | Buffer>(
  id: string,
  result: Result,
): readonly [start: string, result: Result, end: string] => {
  const [start, end] = id === ONLY_OPERATION ? ['', ''] : [`{"id":${JSON.stringify(id)},"payload":`, '}'];
  return [`event: next\ndata: ${start}`, result, `${end}\n\n`];
};

/** Returns the event that ends an operation. @param id as of `nextEvent` */
export const completeEvent = (id: string): string =>
  `event: complete\ndata:${id === ONLY_OPERATION ? '' : ` ${JSON.stringify({ id })}`}\n\n`;
