import { timecode } from '../../../components/text/timecode.ts';
import type { Playhead } from './playhead.ts';
import { prefer, preferences, RATES } from './preferences.ts';
import type { Wish } from './shortcuts.ts';

/** Seconds that one picture of a film stands: those of the library have twenty-four a second. */
const FRAME = 1 / 24;

/** The element that fills the screen when a film does: the nearest stage, which may outlive the player in it. */
export const stageOf = (film: HTMLElement): HTMLElement =>
  film.closest<HTMLElement>('[data-stage="page"]') ?? film.closest<HTMLElement>('[data-stage]') ?? film;

/** Plays, or tells why not: a browser may refuse to begin with sound unasked, and the film then waits at its place. */
export const play = (film: HTMLVideoElement): void => void film.play().catch(() => undefined);

const goTo = (film: HTMLVideoElement, seconds: number): void => {
  const end = Number.isFinite(film.duration) ? film.duration : seconds;
  film.currentTime = Math.min(Math.max(0, seconds), end);
};

const setVolume = (film: HTMLVideoElement, by: number): string => {
  // Who asks for more of a sound that is off wants it back as it was; less than none is none.
  if (film.muted && film.volume > 0) {
    film.muted = by < 0;
    if (film.muted) return 'Sound off';
  } else {
    film.volume = Math.round(Math.min(1, Math.max(0, film.volume + by)) * 100) / 100;
    film.muted = film.volume === 0;
  }
  return `Volume ${Math.round(film.volume * 100)} %`;
};

const setSpeed = (film: HTMLVideoElement, step: 1 | -1): string => {
  const slower = RATES.filter((rate) => rate < film.playbackRate).at(-1);
  const faster = RATES.find((rate) => rate > film.playbackRate);
  const rate = (step > 0 ? faster : slower) ?? film.playbackRate;
  prefer({ rate });
  return `Speed ${rate}×`;
};

const toggleFullScreen = (film: HTMLVideoElement): void =>
  void (document.fullscreenElement ? document.exitFullscreen() : stageOf(film).requestFullscreen()).catch(
    () => undefined,
  );

const togglePicture = (film: HTMLVideoElement): void => {
  if (!document.pictureInPictureEnabled) return;
  void (
    document.pictureInPictureElement ? document.exitPictureInPicture() : film.requestPictureInPicture()
  ).catch(() => undefined);
};

/** Switches the captions, of this film and of those to come. */
const toggleCaptions = (film: HTMLVideoElement): string | null => {
  if (![...film.textTracks].some(({ kind }) => kind === 'captions' || kind === 'subtitles')) return null;
  const captions = !preferences().captions;
  prefer({ captions });
  return captions ? 'Captions on' : 'Captions off';
};

/** Carries out a wish; answers what is to be said about it. */
const carryOut = (film: HTMLVideoElement, wish: Wish): string | null => {
  switch (wish.does) {
    case 'toggle':
      if (film.paused) play(film);
      else film.pause();
      return film.paused ? 'Pause' : 'Play';
    case 'skip':
      goTo(film, film.currentTime + wish.seconds);
      return `${wish.seconds < 0 ? '−' : '+'}${Math.abs(wish.seconds)} s`;
    case 'goTo':
      if (film.duration > 0) goTo(film, film.duration * wish.share);
      return timecode(film.currentTime);
    case 'volume':
      return setVolume(film, wish.by);
    case 'mute':
      film.muted = !film.muted;
      return film.muted ? 'Sound off' : 'Sound on';
    case 'speed':
      return setSpeed(film, wish.step);
    case 'frame':
      if (film.paused) goTo(film, film.currentTime + wish.step * FRAME);
      return null;
    case 'captions':
      return toggleCaptions(film);
    case 'fullScreen':
      toggleFullScreen(film);
      return null;
    case 'picture':
      togglePicture(film);
      return null;
    default:
      return null;
  }
};

const sideOf = (seconds: number) => (seconds < 0 ? 'back' : 'on');

/**
 * Does with a film what a key, a tap or a headset asks, and says so on its screen. A film that is not open yet is
 * opened by the wish to play, or to be somewhere.
 * @param length the film's, in seconds, for as long as it is not open
 */
export const obey = (playhead: Playhead, wish: Wish, length: number | null): void => {
  const film = playhead.film();
  if (film) {
    const words = carryOut(film, wish);
    if (words) playhead.say(words, wish.does === 'skip' ? sideOf(wish.seconds) : 'start');
  } else if (wish.does === 'toggle') playhead.seek(Math.max(0, playhead.now()));
  else if (wish.does === 'goTo' && wish.share < 1) playhead.seek((length ?? 0) * wish.share);
};
