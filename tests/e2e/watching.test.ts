import { describe } from '@jest/globals';
import { openJourneys } from './visit.ts';
import { watchingJourneys } from './watching.journeys.ts';
import { watchingCutOffJourneys } from './watchingCutOff.journeys.ts';
import { watchingLibraryJourneys } from './watchingLibrary.journeys.ts';

const journey = openJourneys();

describe('a reader at the film', () => watchingJourneys(journey));
describe('a reader who is cut off', () => watchingCutOffJourneys(journey));
describe('a reader who comes back', () => watchingLibraryJourneys(journey));
