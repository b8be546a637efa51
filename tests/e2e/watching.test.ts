import { describe } from '@jest/globals';
import { filmLayoutJourneys } from './player/filmLayout.journeys.ts';
import { miniPlayerJourneys } from './player/miniPlayer.journeys.ts';
import { playbackJourneys } from './player/playback.journeys.ts';
import { setUpJourneys } from './support/setUpJourneys.ts';

const journey = setUpJourneys();

describe('playback', () => playbackJourneys(journey));
describe('layout of the film page', () => filmLayoutJourneys(journey));
describe('mini player', () => miniPlayerJourneys(journey));
