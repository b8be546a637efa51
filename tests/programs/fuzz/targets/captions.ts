import type { Cue } from '../../../../gateway/core/captionTrack.ts';
import { parseCues } from '../../../../gateway/providers/media/captions.ts';
import type { Random } from '../../../reference/generator/random.ts';
import type { FuzzTarget } from '../fuzzTarget.ts';
import { hostileText } from '../values/hostileValues.ts';
import { measuredCall } from './measuredCall.ts';

/** The media client reads no longer files. */
const MAX_FILE_CHARACTERS = 1_000_000;
const MAX_CUES = 10_001;
const MAX_CUE_CHARACTERS = 1_001;
const MAX_SECONDS = 24 * 60 * 60;
const TIMES = [
  '00:00.000',
  '00:01.000',
  '00:02.500',
  '99:59.999',
  '99999999999999999999:00:00.000',
  '00:60.000',
  '-00:01.000',
  'NaN',
  '1e9:00.000',
  '00:01,000',
  '',
];
const LINES = [
  'WEBVTT',
  'NOTE x',
  'STYLE',
  'REGION',
  'X-TIMESTAMP-MAP=MPEGTS:1e99,LOCAL:x',
  '-->',
  '',
  '\u0000',
  `${' '.repeat(20_000)}x-->`,
];

/** WebVTT files, as the media provider parses them. */
export const captions: FuzzTarget = {
  name: 'captions',
  async open() {
    return {
      async run(random) {
        const input = hostileFile(random);
        const { result, failures } = await measuredCall('cues', () => parseCues(input));
        if (result && !isBounded(result)) failures.push(`expected bounded cues, got ${result.length}`);
        return { input, failures };
      },
      close: async () => undefined,
    };
  },
};

const isBounded = (cues: readonly Cue[]): boolean =>
  cues.length <= MAX_CUES &&
  cues.every(
    ({ start, end, text }) =>
      start >= 0 && end > start && end <= MAX_SECONDS && text !== '' && text.length <= MAX_CUE_CHARACTERS,
  );

function hostileFile(random: Random): string {
  const parts = Array.from({ length: random.integer(0, 12) }, () => hostilePart(random)).join('\n');
  const repeated = random.boolean(0.2) ? `${hostilePart(random)}\n\n` : '';
  const repetitions = Math.min(
    random.pick([1_000, 30_000]),
    MAX_FILE_CHARACTERS / Math.max(1, repeated.length),
  );
  const header = random.boolean(0.9) ? 'WEBVTT\n\n' : random.pick(LINES);
  return (header + parts + repeated.repeat(repetitions)).slice(0, MAX_FILE_CHARACTERS);
}

function hostilePart(random: Random): string {
  if (random.boolean(0.2)) return random.pick(LINES);
  const settings = random.pick([
    '',
    ' line:-99999999999',
    ' position:NaN% align:x',
    ` region:${'x'.repeat(500)}`,
  ]);
  const tags = random.pick([
    '',
    '<',
    '<v A>',
    '<c.'.repeat(1_000),
    '</c>'.repeat(1_000),
    '<00:00:99.000>',
    '&#x110000;&lrm;',
  ]);
  const text = random.boolean(0.3) ? hostileText(random) : 'words';
  return `${random.pick(TIMES)} --> ${random.pick(TIMES)}${settings}\n${tags}${text}\n`;
}
