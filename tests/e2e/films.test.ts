import { describe } from '@jest/globals';
import { filmsJourneys } from './films.journeys.ts';
import { playerJourneys } from './player/player.journeys.ts';
import { watchHistoryJourneys } from './player/watchHistory.journeys.ts';
import { setUpJourneys } from './support/setUpJourneys.ts';

const journey = setUpJourneys();

describe('film page', () => filmsJourneys(journey));
describe('player', () => playerJourneys(journey));
describe('watch history', () => watchHistoryJourneys(journey));
