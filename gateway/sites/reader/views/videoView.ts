import { safeUrl } from '../../../../schema/rich-text/safeUrl.ts';
import type { Model } from '../../../core/model/model.ts';
import { type Html, html, isolate } from '../markup/html.ts';
import { directionOf } from '../markup/textDirection.ts';
import type { Messages } from '../messages/messages.ts';
import { type Data, isData, type PageContext, type View } from './view.ts';

/** Videos are shown at the width of the text column. */
const POSTER_WIDTH = 1280;

/** The field of a video that `lengthOf` reads. */
export const LENGTH_FIELD = 'duration';

/** Returns the length of a video; undefined while it is unknown. */
export const lengthOf = (video: unknown, { formats }: Pick<PageContext, 'formats'>): string | undefined =>
  isData(video) && typeof video.duration === 'number' && video.duration > 0
    ? formats.position(video.duration)
    : undefined;

/** The widths of stills of cards, in pixels. */
const STILL_WIDTH = 640;
const LARGE_STILL_WIDTH = 1280;
/** The fields of a video that `posterMarkup` reads. */
export const POSTER_FIELDS = [
  LENGTH_FIELD,
  `playback { posterUrl(width: ${STILL_WIDTH}) largePosterUrl: posterUrl(width: ${LARGE_STILL_WIDTH}) }`,
];

/** Returns the `img` of a still; undefined for a video without one. @param sizes the widths of the image in the page */
export function posterMarkup(video: unknown, sizes: string): Html | undefined {
  const playback = isData(video) && isData(video.playback) ? video.playback : {};
  const url = safeUrl(playback.posterUrl);
  const large = safeUrl(playback.largePosterUrl);
  if (!url) return undefined;
  const sources = `${url} ${STILL_WIDTH}w, ${large} ${LARGE_STILL_WIDTH}w`;
  return html`<img src="${url}"${large && html` srcset="${sources}" sizes="${sizes}"`} alt="" width="16" height="9" loading="lazy" decoding="async">`;
}

/** Returns whether a video has a stream. */
export const isPlayable = (video: unknown): boolean =>
  isData(video) && isData(video.playback) && safeUrl(video.playback.hlsUrl) !== undefined;

export const videoView: View = {
  arguments: '',
  fields: [
    'isAudio',
    'width',
    'height',
    'aspectRatio',
    `playback { hlsUrl mp4Url(maxHeight: 1080) audioUrl posterUrl(width: ${POSTER_WIDTH}) }`,
    'tracks { kind language label src }',
  ],
  isWide: () => true,
  render(value, { formats, messages }) {
    if (!isData(value)) return undefined;
    const { playback } = value;
    const url = isData(playback) ? safeUrl(playback.hlsUrl) : undefined;
    if (!url) return html`<p class="notice">${isolate(messages.videoUnavailable)}</p>`;
    return value.isAudio
      ? audioPlayer(playback as Data, url, messages)
      : videoPlayer(value, playback as Data, { hlsUrl: url, language: formats.language, messages });
  },
};

/** The variable of operations with a transcript: the language of the page, as a BCP 47 tag. */
export const LANGUAGE_VARIABLE = 'language';

/** The transcript in the default language, for videos without one in the language of the page. */
const DEFAULT_TRANSCRIPT = 'defaultTranscript';

/**
 * Creates the view of the video of a document, with the fields of `createTranscript`.
 * @param locales the languages of the model, the default first
 */
export const createHeroVideoView = ({ all: [standard, ...otherLocales] }: Model['locales']): View => ({
  ...videoView,
  fields: [
    ...videoView.fields,
    LENGTH_FIELD,
    `transcript(language: $${LANGUAGE_VARIABLE}) { start text }`,
    ...(otherLocales.length > 0
      ? [`${DEFAULT_TRANSCRIPT}: transcript(language: "${standard.tag}") { start text }`]
      : []),
  ],
});

/** Renders the transcript of a video; undefined without one. */
export type RenderTranscript = (video: unknown, context: PageContext) => Html | undefined;

/**
 * Creates the function that renders the transcript of the video of a document.
 * @param locales the languages of the model, the default first
 */
export const createTranscript =
  ({ all: [standard] }: Model['locales']): RenderTranscript =>
  (video, context) =>
    isData(video) && isPlayable(video)
      ? (transcriptOf(video.transcript, context, context.formats.language) ??
        transcriptOf(video[DEFAULT_TRANSCRIPT], context, standard.tag))
      : undefined;

/** Renders a transcript; undefined without one. */
function transcriptOf(
  transcript: unknown,
  { formats, messages }: PageContext,
  language: string,
): Html | undefined {
  const cues = Array.isArray(transcript) ? transcript.filter(isData) : [];
  if (cues.length === 0) return undefined;
  const lines = cues.map(
    ({ start, text }) =>
      html`<li>${typeof start === 'number' && html`<bdi class="time">${formats.position(start)}</bdi> `}${isolate(String(text ?? ''))}</li>`,
  );
  return html`<details class="transcript"><summary>${messages.transcript}</summary><ol lang="${language}" dir="${directionOf(language)}">${lines}</ol></details>`;
}

const STREAM_TYPE = 'application/vnd.apple.mpegurl';

/** `data-hls` is the stream for browsers without HLS, which `reader.js` plays if there is no MP4 file. */
function videoPlayer(
  video: Data,
  playback: Data,
  {
    hlsUrl,
    language,
    messages,
  }: { readonly hlsUrl: string; readonly language: string; readonly messages: Messages },
): Html {
  const mp4Url = safeUrl(playback.mp4Url);
  const poster = safeUrl(playback.posterUrl);
  const box = boxOf(video);
  const tracks = Array.isArray(video.tracks) ? video.tracks.filter(isData) : [];
  const shown = tracks.find((each) => primaryLanguage(each.language) === primaryLanguage(language));
  return html`<video controls preload="none" playsinline crossorigin="anonymous"${poster && html` poster="${poster}"`}${box && html` width="${box.width}" height="${box.height}"`}${!mp4Url && html` data-hls="${hlsUrl}"`}>
<source src="${hlsUrl}" type="${STREAM_TYPE}">
${mp4Url && html`<source src="${mp4Url}" type="video/mp4">\n`}${tracks.map((each) => track(each, each === shown))}<a href="${mp4Url ?? hlsUrl}">${messages.video}</a>
</video>`;
}

/** Returns the player of sound without pictures. */
function audioPlayer(playback: Data, hlsUrl: string, { recording }: Messages): Html {
  const audioUrl = safeUrl(playback.audioUrl);
  return html`<audio controls preload="none" crossorigin="anonymous"${!audioUrl && html` data-hls="${hlsUrl}"`}>
<source src="${hlsUrl}" type="${STREAM_TYPE}">
${audioUrl && html`<source src="${audioUrl}" type="audio/mp4">\n`}<a href="${audioUrl ?? hlsUrl}">${recording}</a>
</audio>`;
}

/** Returns the proportions of a video; undefined if they are unknown, so that the proportions of the poster or the stream apply. */
function boxOf({ width, height, aspectRatio }: Data): { width: number; height: number } | undefined {
  if (typeof width === 'number' && typeof height === 'number') return { width, height };
  return typeof aspectRatio === 'number'
    ? { width: Math.round(1000 * aspectRatio), height: 1000 }
    : undefined;
}

const primaryLanguage = (tag: unknown): string => String(tag).toLowerCase().split('-')[0] ?? '';

/** @param isShown true for the captions that the player shows until the reader turns them off */
function track({ kind, language, label, src: address }: Data, isShown: boolean): Html | undefined {
  const url = safeUrl(address);
  return url
    ? html`<track kind="${String(kind).toLowerCase()}" srclang="${String(language)}" label="${String(label)}" src="${url}"${isShown && html` default`}>\n`
    : undefined;
}
