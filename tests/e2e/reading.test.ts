import { describe } from '@jest/globals';
import { openJourneys } from './browser.ts';
import { aroundJourneys } from './navigation.journeys.ts';
import { readingJourneys } from './reading.journeys.ts';

const journey = openJourneys();

describe('an article helps its reader', () => readingJourneys(journey));
describe('the magazine among others', () => aroundJourneys(journey));
