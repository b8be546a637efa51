import { describe } from '@jest/globals';
import { searchJourneys } from './search.journeys.ts';
import { searchFiltersJourneys } from './searchFilters.journeys.ts';
import { searchSuggestionsJourneys } from './searchSuggestions.journeys.ts';
import { setUpJourneys } from './support/setUpJourneys.ts';

const journey = setUpJourneys();

describe('search page', () => searchJourneys(journey));
describe('search filters', () => searchFiltersJourneys(journey));
describe('search suggestions', () => searchSuggestionsJourneys(journey));
