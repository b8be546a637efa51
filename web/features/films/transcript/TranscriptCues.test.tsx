import { expect, test } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';
import { createPlayhead } from '../../player/state/playhead.ts';
import { TranscriptCues } from './TranscriptCues.tsx';

test('transcript: a cue has the direction of its own text', () => {
  const html = renderToStaticMarkup(
    <TranscriptCues
      cues={[{ start: 1, text: 'مرحبا!' }]}
      language="ar"
      playhead={createPlayhead()}
      query=""
      selectedIndex={null}
    />,
  );
  expect(html).toContain('<span dir="auto">مرحبا!</span>');
});
