import { play } from '../../../kit/video/play.ts';
import { timecode } from '../../../lib/text/timecode.ts';
import type { Playhead, ToastPosition } from './playhead.ts';
import { CAPTION_SIZES, canLoop, getPreferences, PLAYBACK_RATES, updatePreferences } from './preferences.ts';
import type { PlayerCommand } from './shortcuts.ts';

/** The duration of a frame. The films of the sample publication have 24 frames a second. */
const FRAME_SECONDS = 1 / 24;

/** Films shorter than this have smaller seek steps. */
const SHORT_FILM_SECONDS = 30;

/** The seek steps of short films are this part of the steps of longer films. */
const SHORT_FILM_STEP = 1 / 5;

/**
 * Returns the step of a seek command in a film.
 * @param seconds the step in most films
 * @param duration in seconds; NaN while unknown
 */
const seekStep = (seconds: number, duration: number): number =>
  duration < SHORT_FILM_SECONDS ? seconds * SHORT_FILM_STEP : seconds;

/** Returns the element to show in full screen: the nearest root that outlives the player, else the player's own. */
export const fullscreenTarget = (element: HTMLElement): HTMLElement =>
  element.closest<HTMLElement>('[data-fullscreen-root]') ??
  element.closest<HTMLElement>('[data-player-root]') ??
  element;

const seekTo = (video: HTMLVideoElement, seconds: number): void => {
  const end = Number.isFinite(video.duration) ? video.duration : seconds;
  video.currentTime = Math.min(Math.max(0, seconds), end);
};

const changeVolume = (video: HTMLVideoElement, delta: number): string => {
  // Raising the volume of a muted video restores the volume from before.
  if (video.muted && video.volume > 0) video.muted = delta < 0;
  else {
    video.volume = Math.round(Math.min(1, Math.max(0, video.volume + delta)) * 100) / 100;
    video.muted = video.volume === 0;
  }
  // The event `volumechange` comes later, and the page may be left before.
  updatePreferences({ volume: video.volume, muted: video.muted });
  return video.muted && video.volume > 0 ? 'Muted' : `Volume ${Math.round(video.volume * 100)}%`;
};

const changeRate = (video: HTMLVideoElement, step: 1 | -1): string => {
  const slower = PLAYBACK_RATES.filter((rate) => rate < video.playbackRate).at(-1);
  const faster = PLAYBACK_RATES.find((rate) => rate > video.playbackRate);
  const rate = (step > 0 ? faster : slower) ?? video.playbackRate;
  updatePreferences({ rate });
  return `Speed ${rate}×`;
};

const toggleFullscreen = (video: HTMLVideoElement): void =>
  void (
    document.fullscreenElement ? document.exitFullscreen() : fullscreenTarget(video).requestFullscreen()
  ).catch(() => undefined);

const togglePictureInPicture = (video: HTMLVideoElement): void => {
  if (!document.pictureInPictureEnabled) return;
  void (
    document.pictureInPictureElement ? document.exitPictureInPicture() : video.requestPictureInPicture()
  ).catch(() => undefined);
};

const toggleCaptions = (video: HTMLVideoElement): string | null => {
  if (![...video.textTracks].some(({ kind }) => kind === 'captions' || kind === 'subtitles')) return null;
  const captions = !getPreferences().captions;
  updatePreferences({ captions });
  return captions ? 'Captions on' : 'Captions off';
};

const changeCaptionSize = (step: 1 | -1): string => {
  const size = CAPTION_SIZES[CAPTION_SIZES.indexOf(getPreferences().captionSize) + step];
  if (size) updatePreferences({ captionSize: size });
  return `Caption size: ${getPreferences().captionSize}`;
};

const toggleCaptionBackground = (): string => {
  const captionBackground = getPreferences().captionBackground === 'box' ? 'shadow' : 'box';
  updatePreferences({ captionBackground });
  return `Caption background: ${captionBackground}`;
};

const toggleLoop = (video: HTMLVideoElement): string | null => {
  if (!canLoop(video.duration)) return null;
  const loop = !getPreferences().loop;
  updatePreferences({ loop });
  return loop ? 'Loop on' : 'Loop off';
};

/** Applies a command to a video. Returns the text of its toast; null for none. */
const applyCommand = (video: HTMLVideoElement, command: PlayerCommand): string | null => {
  switch (command.type) {
    case 'togglePlay':
      if (video.paused) play(video);
      else video.pause();
      return video.paused ? 'Pause' : 'Play';
    case 'seekBy': {
      const seconds = seekStep(command.seconds, video.duration);
      seekTo(video, video.currentTime + seconds);
      return `${seconds < 0 ? '−' : '+'}${Math.abs(seconds)} s`;
    }
    case 'seekTo':
      if (video.duration > 0) seekTo(video, video.duration * command.fraction);
      return timecode(video.currentTime);
    case 'volume':
      return changeVolume(video, command.delta);
    case 'mute':
      video.muted = !video.muted;
      return video.muted ? 'Muted' : 'Unmuted';
    case 'rate':
      return changeRate(video, command.step);
    case 'frame':
      if (video.paused) seekTo(video, video.currentTime + command.step * FRAME_SECONDS);
      return null;
    case 'captions':
      return toggleCaptions(video);
    case 'captionSize':
      return changeCaptionSize(command.step);
    case 'captionBackground':
      return toggleCaptionBackground();
    case 'loop':
      return toggleLoop(video);
    case 'fullscreen':
      toggleFullscreen(video);
      return null;
    case 'pip':
      togglePictureInPicture(video);
      return null;
    default:
      return null;
  }
};

/** What is known of a film whose player has not loaded. */
interface UnloadedFilm {
  /** In seconds; null while unknown. */
  readonly duration?: number | null;
  /** The position to resume at, in seconds; 0 for the start. */
  readonly resumePosition?: number;
}

const SEEK_COMMANDS: ReadonlySet<PlayerCommand['type']> = new Set(['seekBy', 'seekTo', 'frame']);

const seekPosition = (seconds: number): ToastPosition => (seconds < 0 ? 'backward' : 'forward');

/**
 * Runs a command from the keyboard, a gesture or the media session, and shows its toast. If the player has not loaded,
 * the commands to play and to seek to a fraction load it and other commands have no effect.
 * @param film read only if the player has not loaded
 */
export const runCommand = (playhead: Playhead, command: PlayerCommand, film: UnloadedFilm = {}): void => {
  const video = playhead.videoElement();
  if (video) {
    const text = applyCommand(video, command);
    // The element reports the new time later. If the page is left before, it saves the time of the playhead.
    if (SEEK_COMMANDS.has(command.type) && video.readyState !== HTMLMediaElement.HAVE_NOTHING)
      playhead.setCurrentTime(video.currentTime);
    if (text) playhead.announce(text, command.type === 'seekBy' ? seekPosition(command.seconds) : 'corner');
  } else if (command.type === 'togglePlay') {
    const time = playhead.currentTime();
    playhead.seek(time < 0 ? (film.resumePosition ?? 0) : time);
  } else if (command.type === 'seekTo' && command.fraction < 1)
    playhead.seek((film.duration ?? 0) * command.fraction);
};
