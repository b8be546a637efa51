import { describe } from '@jest/globals';
import { findingJourneys } from './finding.journeys.ts';
import { searchJourneys } from './search.journeys.ts';
import { openJourneys } from './visit.ts';

const journey = openJourneys();

describe('a reader searches', () => searchJourneys(journey));
describe('a reader finds', () => findingJourneys(journey));
