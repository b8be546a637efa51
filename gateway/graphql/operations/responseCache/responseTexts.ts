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

export function createResponseTexts(): ResponseTexts {
  const texts = new WeakMap<object, { readonly text: string; onWhole?(): void }>();
  const read = (data: object) => {
    const known = texts.get(data) ?? { text: JSON.stringify(data) };
    texts.set(data, known);
    return known;
  };
  return {
    textOf: (data) => read(data).text,
    set: (data, text, onWhole) => void texts.set(data, { text, onWhole }),
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
