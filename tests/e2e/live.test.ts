import { describe } from '@jest/globals';
import { openJourneys } from './browser.ts';
import { liveJourneys } from './live.journeys.ts';

const journey = openJourneys();

describe('a page that is open', () => liveJourneys(journey));
