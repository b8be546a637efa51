import { cutText } from './text/textBoundaries.ts';

/** Longer texts are cut before a message repeats them. */
const MAX_ECHOED_CHARACTERS = 80;

/** Quotes and cuts a text of a client or an operator for a message. Never for secrets or content. */
export const quoted = (text: string | null | undefined): string =>
  text == null
    ? 'none'
    : JSON.stringify(text.length > MAX_ECHOED_CHARACTERS ? `${cutText(text, MAX_ECHOED_CHARACTERS)}…` : text);

/** Returns the type of a value, for messages that must not contain the value itself. */
export const describeType = (value: unknown): string =>
  value == null
    ? 'none'
    : Array.isArray(value)
      ? 'a list'
      : `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`;
