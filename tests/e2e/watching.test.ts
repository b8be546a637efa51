import { describe } from '@jest/globals';
import { playbackJourneys } from './player/playback.journeys.ts';
import { setUpJourneys } from './support/setUpJourneys.ts';

const journey = setUpJourneys();

describe('playback', () => playbackJourneys(journey));
