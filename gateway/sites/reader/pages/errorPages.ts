import type { GraphQLFormattedError } from 'graphql';
import type { PageMessage } from '../../../../schema/pages.ts';
import { type Html, html } from '../markup/html.ts';
import { NoData } from '../operations/requestOperation.ts';
import { NotFound } from './notFound.ts';
import type { Frame, PageContent } from './site.ts';

/** A page about an error. */
export interface ErrorText {
  readonly status: number;
  readonly title: string;
  readonly text: string;
  /** The links; by default to the home page. */
  readonly links?: PageMessage['links'];
}

const NOT_FOUND: ErrorText = {
  status: 404,
  title: 'Not found',
  text: 'No published document has this address.',
};
export const UNAVAILABLE: ErrorText = {
  status: 503,
  title: 'Temporarily unavailable',
  text: 'The content cannot be loaded at the moment. Reload the page in a minute.',
};
export const RATE_LIMITED: ErrorText = {
  status: 429,
  title: 'Too many requests',
  text: 'Your address has requested too much in a short time. Reload the page in a few seconds.',
};
export const NO_LANGUAGE: ErrorText = {
  status: 400,
  title: 'Unknown language',
  text: 'The language in this address is longer than the tag of a language can be.',
};
const NOT_PUBLIC: ErrorText = {
  status: 403,
  title: 'Not public',
  text: 'This deployment serves its content only to clients with an API key.',
};
const AMBIGUOUS: ErrorText = {
  status: 409,
  title: 'Ambiguous address',
  text: 'Several documents have this address.',
};
export const FAILED: ErrorText = {
  status: 500,
  title: 'Error',
  text: 'The page cannot be shown. The log of the gateway has the reason.',
};

/** The pages of the codes of errors. */
const BY_CODE: ReadonlyMap<unknown, ErrorText> = new Map([
  ['RATE_LIMITED', RATE_LIMITED],
  ['UNAUTHENTICATED', NOT_PUBLIC],
  ['FORBIDDEN', NOT_PUBLIC],
  ['AMBIGUOUS_LOOKUP', AMBIGUOUS],
  ['BAD_CURSOR', NOT_FOUND],
  ['BAD_USER_INPUT', NOT_FOUND],
  ['NOT_FOUND', NOT_FOUND],
  ...[
    'UPSTREAM_UNAVAILABLE',
    'UPSTREAM_TIMEOUT',
    'UPSTREAM_THROTTLED',
    'UPSTREAM_REJECTED',
    'UPSTREAM_TOO_LARGE',
    'CALL_LIMIT_REACHED',
    'OVERLOADED',
    'TOO_MANY_REQUESTS',
    'ACCESS_UNAVAILABLE',
  ].map((code) => [code, UNAVAILABLE] as const),
]);

/** Returns the page of an error; undefined for an unexpected one. */
export function errorText(error: unknown): ErrorText | undefined {
  if (error instanceof NotFound) return NOT_FOUND;
  if (!(error instanceof NoData)) return undefined;
  const texts = error.errors.flatMap(({ extensions }) => BY_CODE.get(extensions?.code) ?? []);
  return texts[0];
}

const HOME_LINKS = [{ label: 'Home', href: '/' }];

/** Returns the content of an error page. @param errors of the operation, which the page lists */
export const errorContent = (
  { status, title, text, links = HOME_LINKS }: ErrorText,
  frame: Frame,
  errors: readonly GraphQLFormattedError[] = [],
): PageContent => ({
  status,
  title,
  frame,
  trail: [],
  main: html`<h1>${title}</h1>
<p>${text}</p>
${details(errors)}
<p>${joinLinks(links)}</p>`,
});

const joinLinks = (links: PageMessage['links']): readonly Html[] =>
  links.map(({ label, href }, index) => html`${index > 0 && ' · '}<a href="${href}">${label}</a>`);

const details = (errors: readonly GraphQLFormattedError[]): Html | undefined =>
  errors.length > 0
    ? html`<ul class="errors">${errors.slice(0, 3).map(({ message }) => html`<li>${message}</li>`)}</ul>`
    : undefined;

/** Retries after this time are likely to succeed. */
export const retryHeaders = ({ status }: Pick<ErrorText, 'status'>): Readonly<Record<string, string>> =>
  status === 503 || status === 429 ? { 'retry-after': '5' } : {};
