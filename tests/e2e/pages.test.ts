import { describe } from '@jest/globals';
import { filmListJourneys } from './browsing/filmList.journeys.ts';
import { homeJourneys } from './browsing/home.journeys.ts';
import { metadataJourneys } from './metadata.journeys.ts';
import { pagesJourneys } from './pages.journeys.ts';
import { renderingJourneys } from './rendering.journeys.ts';
import { searchJourneys } from './search.journeys.ts';
import { searchFiltersJourneys } from './searchFilters.journeys.ts';
import { searchSuggestionsJourneys } from './searchSuggestions.journeys.ts';
import { setUpJourneys } from './support/setUpJourneys.ts';

const journey = setUpJourneys();

describe('pages', () => pagesJourneys(journey));
describe('metadata', () => metadataJourneys(journey));
describe('server rendering', () => renderingJourneys(journey));
describe('home page', () => homeJourneys(journey));
describe('list of films', () => filmListJourneys(journey));
describe('search page', () => searchJourneys(journey));
describe('search filters', () => searchFiltersJourneys(journey));
describe('search suggestions', () => searchSuggestionsJourneys(journey));
