import { describe } from '@jest/globals';
import { setUpJourneys } from '../support/setUpJourneys.ts';
import { searchReleaseJourneys } from './search.journeys.ts';
import { searchFiltersReleaseJourneys } from './searchFilters.journeys.ts';
import { searchSuggestionsReleaseJourneys } from './searchSuggestions.journeys.ts';

const journey = setUpJourneys();

describe('search page', () => searchReleaseJourneys(journey));
describe('search filters', () => searchFiltersReleaseJourneys(journey));
describe('search suggestions', () => searchSuggestionsReleaseJourneys(journey));
