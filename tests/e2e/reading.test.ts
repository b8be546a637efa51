import { describe } from '@jest/globals';
import { aroundJourneys } from './around.journeys.ts';
import { readingJourneys } from './reading.journeys.ts';
import { openJourneys } from './visit.ts';

const journey = openJourneys();

describe('an article helps its reader', () => readingJourneys(journey));
describe('the magazine among others', () => aroundJourneys(journey));
