import { describe } from '@jest/globals';
import { openJourneys } from './browser.ts';
import { searchJourneys } from './search.journeys.ts';
import { findingJourneys } from './searchSuggestions.journeys.ts';

const journey = openJourneys();

describe('a reader searches', () => searchJourneys(journey));
describe('a reader finds', () => findingJourneys(journey));
