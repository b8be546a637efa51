import type { DataError } from './dataErrors.ts';

const SERVICES: Record<string, string> = {
  content: 'Words and pictures',
  media: 'The film library',
  search: 'Search',
};

const RESTRICTED = 'This site requires authentication. Contact its publisher for access.';

const MESSAGES: Record<string, (service: string) => string> = {
  UPSTREAM_UNAVAILABLE: (service) =>
    `${service} cannot be reached at the moment. What you see is the rest of the page.`,
  UPSTREAM_TIMEOUT: (service) => `${service} took too long to answer. What you see is the rest of the page.`,
  UPSTREAM_THROTTLED: (service) =>
    `${service} has had too many visitors at once. It will be back in a minute.`,
  UPSTREAM_REFUSED: (service) =>
    `${service} rejected our request. The fault is ours, and it has been logged.`,
  UPSTREAM_QUERY_REFUSED: (service) => `${service} could not process the request.`,
  UNAUTHENTICATED: () => RESTRICTED,
  FORBIDDEN: () => RESTRICTED,
  INCOMPLETE_DOCUMENT: () => 'Something on this page is unfinished and has been left out.',
  BAD_CURSOR: () => 'This list has changed since you began to read it. Start from the top.',
  DOCUMENT_NOT_TRUSTED: () => 'This page is out of date. Reload it.',
  OVERLOADED: () => 'There are more readers than we can serve right now. Try again in a moment.',
  RATE_LIMITED: () => 'Too many requests from your network. Try again in a moment.',
  UNREACHABLE: () => 'The magazine cannot be reached. Check your connection, then try again.',
};

const messageOf = ({ code, service }: DataError): string => {
  const name = (service && SERVICES[service]) || 'Part of this page';
  return (MESSAGES[code] ?? (() => `${name} could not be shown.`))(name);
};

/** Returns the messages of errors for readers, each once. They never contain the message of a provider. */
export const errorMessages = (errors: readonly DataError[]): string[] => [...new Set(errors.map(messageOf))];
