import { describe } from '@jest/globals';
import { openJourneys } from './browser.ts';
import { watchingJourneys } from './player.journeys.ts';
import { watchingCutOffJourneys } from './playerFailures.journeys.ts';
import { watchingLibraryJourneys } from './watchHistory.journeys.ts';

const journey = openJourneys();

describe('a reader at the film', () => watchingJourneys(journey));
describe('a reader who is cut off', () => watchingCutOffJourneys(journey));
describe('a reader who comes back', () => watchingLibraryJourneys(journey));
