import { describe } from '@jest/globals';
import { liveJourneys } from './live.journeys.ts';
import { openJourneys } from './visit.ts';

const journey = openJourneys();

describe('a page that is open', () => liveJourneys(journey));
