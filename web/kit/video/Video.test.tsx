import { expect, test } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';
import { type TextTrackSource, TextTracks } from './TextTracks.tsx';
import { type PlayableVideo, Video } from './Video.tsx';

const video: PlayableVideo = {
  duration: 10,
  playback: { hlsUrl: '/a.m3u8', posterUrl: '/still.jpg' },
  tracks: [{ kind: 'CAPTIONS', language: 'en', label: 'English', src: '/en.vtt' }],
};
const chapters = [{ start: 0, title: 'Beginning' }];

test('Video: renders a film with its still, captions and chapters', () => {
  const html = renderToStaticMarkup(<Video video={video} title="Waves" chapters={chapters} />);
  expect(html).toMatch(/^<video .*poster="\/still\.jpg".*<\/video>$/);
  expect(html).toContain('aria-label="Waves"');
  expect(html).toContain('src="/en.vtt"');
  expect(html).toContain('kind="chapters"');
});

test('TextTracks: keeps two tracks of equal kind, language and label apart', () => {
  const [track] = video.tracks ?? [];
  const tracks = [track, { ...track, src: '/2.vtt' }] as TextTrackSource[];
  const keys = TextTracks({ tracks }).map(({ key }) => key);
  expect(new Set(keys).size).toBe(2);
});

test('Video: renders sound in an audio element, with the attributes of the caller', () => {
  const sound = { ...video, isAudio: true, playback: { hlsUrl: '/a.m3u8', posterUrl: null } };
  const html = renderToStaticMarkup(
    <Video video={sound} title="Waves" chapters={chapters} className="wide" />,
  );
  expect(html).toMatch(/^<audio .*<\/audio>$/);
  expect(html).toContain('aria-label="Waves"');
  expect(html).toContain('class="wide"');
  expect(html).toContain('kind="chapters"');
  expect(html).not.toMatch(/poster|playsInline|<video/i);
});
