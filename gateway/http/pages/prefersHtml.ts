import Negotiator from 'negotiator';

/** Returns whether a client prefers HTML to JSON (RFC 9110, 12.5.1), as browsers do. For others, both are equal. */
export const prefersHtml = (accept: string | undefined): boolean =>
  new Negotiator({ headers: { accept } }).mediaType(['application/json', 'text/html']) === 'text/html';
