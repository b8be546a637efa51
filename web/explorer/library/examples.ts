import type { OperationText } from '../document/operations.ts';
import articles from '../examples/articles.graphql?raw';
import articlesVariables from '../examples/articles.json?raw';
import film from '../examples/film.graphql?raw';
import filmVariables from '../examples/film.json?raw';
import filters from '../examples/filters.graphql?raw';
import filtersVariables from '../examples/filters.json?raw';
import search from '../examples/search.graphql?raw';
import searchVariables from '../examples/search.json?raw';
import subscription from '../examples/subscription.graphql?raw';
import subscriptionVariables from '../examples/subscription.json?raw';
import suggest from '../examples/suggest.graphql?raw';
import suggestVariables from '../examples/suggest.json?raw';

/** Example operations on the sample publication, in the order of their tabs. */
export const examples: readonly OperationText[] = [
  { query: film, variables: filmVariables },
  { query: search, variables: searchVariables },
  { query: articles, variables: articlesVariables },
  { query: filters, variables: filtersVariables },
  { query: suggest, variables: suggestVariables },
  { query: subscription, variables: subscriptionVariables },
];
