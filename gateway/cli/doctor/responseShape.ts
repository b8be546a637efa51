import { describeType, quoted } from '../../core/describeValue.ts';
import { isObject, type Validator } from '../../core/validators.ts';

const MAX_NAMED_ATTRIBUTES = 5;

/** A response that is not what the service sends, for example the page of a proxy. */
export class UnexpectedShape extends Error {
  override readonly name = 'UnexpectedShape';
  readonly expected: string;
  readonly actual: string;
  constructor(expected: string, actual: string) {
    super(`expected ${expected}, got ${actual}`);
    this.expected = expected;
    this.actual = actual;
  }
}

/**
 * Returns a response of the type that its check stands for.
 * @param expected what the service sends, e.g. `a list of webhooks`
 * @throws UnexpectedShape
 */
export function checkShape<T>(response: unknown, isValid: Validator, expected: string): T {
  if (isValid(response)) return response as T;
  throw new UnexpectedShape(expected, describeResponse(response));
}

/** Describes a response by its form. Its values can be secrets. */
function describeResponse(response: unknown): string {
  if (typeof response === 'string')
    return /^\s*</.test(response)
      ? `a page of HTML or XML that begins with ${quoted(response.trim().split('\n', 1)[0])}`
      : `a text of ${response.length} characters that is not JSON`;
  if (Array.isArray(response)) return 'a list with other entries';
  if (!isObject(response)) return describeType(response);
  const names = Object.keys(response).slice(0, MAX_NAMED_ATTRIBUTES);
  return names.length === 0 ? 'an empty object' : `an object with ${names.join(', ')}`;
}
