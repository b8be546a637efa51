import { describe } from '@jest/globals';
import { setUpJourneys } from '../support/setUpJourneys.ts';
import { figuresReleaseJourneys } from './figures.journeys.ts';
import { earlyPressReleaseJourneys } from './player/earlyPress.journeys.ts';
import { filmLayoutReleaseJourneys } from './player/filmLayout.journeys.ts';
import { miniPlayerReleaseJourneys } from './player/miniPlayer.journeys.ts';
import { playbackReleaseJourneys } from './player/playback.journeys.ts';

const journey = setUpJourneys();

describe('playback', () => playbackReleaseJourneys(journey));
describe('press before hydration', () => earlyPressReleaseJourneys(journey));
describe('layout of the film page', () => filmLayoutReleaseJourneys(journey));
describe('mini player', () => miniPlayerReleaseJourneys(journey));
describe('interactive figure', () => figuresReleaseJourneys(journey));
