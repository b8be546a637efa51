import { describe } from '@jest/globals';
import { setUpJourneys } from '../support/setUpJourneys.ts';
import { filmsReleaseJourneys } from './films.journeys.ts';
import { playerReleaseJourneys } from './player/player.journeys.ts';
import { playerFailuresJourneys } from './player/playerFailures.journeys.ts';
import { watchHistoryReleaseJourneys } from './player/watchHistory.journeys.ts';

const journey = setUpJourneys();

describe('film page', () => filmsReleaseJourneys(journey));
describe('player', () => playerReleaseJourneys(journey));
describe('player failures', () => playerFailuresJourneys(journey));
describe('watch history', () => watchHistoryReleaseJourneys(journey));
