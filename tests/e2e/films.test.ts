import { describe } from '@jest/globals';
import { figuresJourneys } from './figures.journeys.ts';
import { filmsJourneys } from './films.journeys.ts';
import { filmLayoutJourneys } from './player/filmLayout.journeys.ts';
import { playbackJourneys } from './player/playback.journeys.ts';
import { playerJourneys } from './player/player.journeys.ts';
import { watchHistoryJourneys } from './player/watchHistory.journeys.ts';
import { setUpJourneys } from './support/setUpJourneys.ts';

const journey = setUpJourneys();

describe('film page', () => filmsJourneys(journey));
describe('player', () => playerJourneys(journey));
describe('watch history', () => watchHistoryJourneys(journey));
describe('playback', () => playbackJourneys(journey));
describe('layout of the film page', () => filmLayoutJourneys(journey));
describe('interactive figure', () => figuresJourneys(journey));
