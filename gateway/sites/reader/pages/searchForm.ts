import { type Html, html } from '../markup/html.ts';
import { SEARCH_PATH } from '../model/paths.ts';
import type { PageContext } from '../views/view.ts';

/** Renders the form that leads to the search page. @param query the text in its field */
export const searchForm = (
  { locale, messages: { search } }: Pick<PageContext, 'locale' | 'messages'>,
  query: string,
): Html =>
  html`<form class="search" role="search" action="${SEARCH_PATH}">${locale && html`<input type="hidden" name="locale" value="${locale}">`}<input type="search" name="q" value="${query}" aria-label="${search}" placeholder="${search}" maxlength="200"><button>${search}</button></form>`;
