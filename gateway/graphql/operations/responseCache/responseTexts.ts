import type { FormattedExecutionResult } from 'graphql';

/** Serializes responses; each `data` is serialized once. */
export interface ResponseTexts {
  /** Returns the JSON of a `data`. */
  textOf(data: object): string;
  /**
   * Sets the JSON of a `data`.
   * @param onWhole runs when a response is serialized that has nothing else than this `data`
   */
  set(data: object, text: string, onWhole: () => void): void;
  /** Returns the body of a response. */
  stringify(result: FormattedExecutionResult): string;
}

/**
 * The text of a `data`. It is a property of the `data`, not a value of a WeakMap: those that have survived two collections of
 * new objects are freed only by a collection of the whole heap, and a text is as large as the response.
 */
const TEXT = Symbol('text');

interface ResponseText {
  readonly text: string;
  onWhole?(): void;
}

export function createResponseTexts(): ResponseTexts {
  const set = (data: object, value: ResponseText): ResponseText => {
    Object.defineProperty(data, TEXT, { value, configurable: true });
    return value;
  };
  const read = (data: { readonly [TEXT]?: ResponseText }): ResponseText =>
    data[TEXT] ?? set(data, { text: JSON.stringify(data) });
  return {
    textOf: (data) => read(data).text,
    set: (data, text, onWhole) => void set(data, { text, onWhole }),
    stringify({ data, errors, extensions }) {
      if (!data) return `${JSON.stringify({ errors, data, extensions })}\n`;
      const { text, onWhole } = read(data);
      if (!errors && !extensions) onWhole?.();
      const before = errors ? `"errors":${JSON.stringify(errors)},` : '';
      const after = extensions ? `,"extensions":${JSON.stringify(extensions)}` : '';
      return `{${before}"data":${text}${after}}\n`;
    },
  };
}

/** Returns the body of a response that has nothing else than a `data` with this JSON. */
export const bodyOf = (text: string): string => `{"data":${text}}\n`;
