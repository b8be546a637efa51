import { OperationTypeNode } from 'graphql';
import { cutText } from '../../../core/text/textBoundaries.ts';
import type { ExampleOperation } from '../markdown/examples.ts';
import type { ReferenceExample } from './exampleOperation.ts';
import type { ValueSource } from './valueSources.ts';

/** Executes a query for the reader of a page. Returns its data; undefined if it is rejected or has errors. */
export type RunQuery = (operation: ExampleOperation) => Promise<unknown>;

/** An example with values of the content. */
export interface AnsweredExample {
  readonly example: ReferenceExample;
  /** The response of a query as JSON, in which `…` shortens texts and lists; undefined if it has none. */
  readonly response: string | undefined;
}

/** The longest texts and lists of a response; longer texts and lists are cut. */
const [MAX_CHARACTERS, MAX_ITEMS] = [120, 2];
const OMITTED = '…';

/**
 * Executes the example of a page, with the first value of the content with which it has no errors. A subscription gets a value
 * only. A mutation is not executed.
 * @returns undefined if the content has no value for the example
 */
export async function answerExample(
  example: ReferenceExample,
  source: ValueSource | undefined,
  run: RunQuery,
): Promise<AnsweredExample | undefined> {
  if (example.operation === OperationTypeNode.MUTATION) return undefined;
  const examples = source
    ? textsIn(await run(source.operation)).map((text) => ({
        ...example,
        variables: source.variablesWith(text),
      }))
    : [example];
  const [first] = examples;
  if (!first || example.operation === OperationTypeNode.SUBSCRIPTION)
    return first && { example: first, response: undefined };
  for (const each of examples) {
    const data = await run(each);
    if (data !== undefined)
      return { example: each, response: JSON.stringify({ data: shorten(data) }, null, 2) };
  }
  return { example: first, response: undefined };
}

/** Returns the texts in the data of an operation, without the names of types. */
function textsIn(data: unknown): readonly string[] {
  if (typeof data === 'string') return [data];
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([name, value]) => (name === '__typename' ? [] : textsIn(value)));
}

function shorten(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > MAX_CHARACTERS ? `${cutText(value, MAX_CHARACTERS)}${OMITTED}` : value;
  if (Array.isArray(value))
    return [...value.slice(0, MAX_ITEMS).map(shorten), ...(value.length > MAX_ITEMS ? [OMITTED] : [])];
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shorten(each)]));
}
