import { expect, test } from '@jest/globals';
import { dataBlock } from './dataBlock.ts';

const HOSTILE = '</script><script>alert(1)</script><!-- <script> ]]> & \u2028 \u2029 "\\';

test('data block: a value cannot end the script, start another or start a comment', () => {
  const element = dataBlock('page-assets', { [HOSTILE]: [HOSTILE] });
  expect(element.match(/<\/?script|<!--/g)).toEqual(['<script', '</script']);
});

test('data block: is the JSON of the value', () => {
  const value = { [HOSTILE]: [HOSTILE, 1, null, true, 'Großbritannien — 数学 🎞️'] };
  const [, json = ''] = /^<script [^>]+>(.*)<\/script>$/s.exec(dataBlock('page-assets', value)) ?? [];
  expect(JSON.parse(json)).toEqual(value);
});
