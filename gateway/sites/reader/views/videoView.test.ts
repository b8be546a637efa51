import { describe, expect, test } from '@jest/globals';
import { UniqueIds } from '../../../../schema/rich-text/uniqueIds.ts';
import { parseLocales } from '../../../core/locales.ts';
import { formatsOf } from '../markup/formats.ts';
import { messagesOf } from '../messages/messagesOf.ts';
import { createTranscript } from './videoView.ts';

const cue = (text: string) => [{ start: 0, text }];

describe('reader: transcripts', () => {
  test.each([
    ['the language of the page', cue('Der Schwarm'), 'lang="de"', 'Der Schwarm'],
    ['the default language for videos without one', null, 'lang="en"', 'The flock'],
  ])('are in %s', (_, transcript, language, text) => {
    const locales = parseLocales('en,de');
    if (!locales) throw new Error('expected the languages to be read');
    const context = {
      locale: 'de',
      formats: formatsOf('de'),
      messages: messagesOf('de'),
      headingLevel: 2,
      ids: new UniqueIds(),
    };
    const video = {
      playback: { hlsUrl: 'https://stream.example.org/a.m3u8' },
      transcript,
      defaultTranscript: cue('The flock'),
    };
    const markup = createTranscript(locales)(video, context)?.markup;
    expect(markup).toContain(`<ol ${language} dir="ltr">`);
    expect(markup).toContain(text);
  });
});
