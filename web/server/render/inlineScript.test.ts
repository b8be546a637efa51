import { runInNewContext } from 'node:vm';
import { expect, test } from '@jest/globals';
import { embed, inlineScript } from './inlineScript.ts';

const WICKED = '</script><script>alert(1)</script><!-- <script> ]]> & \u2028 \u2029 "\\';

test('no text of a value ends its script, opens another, or begins a comment', () => {
  const script = inlineScript(`x=${embed({ [WICKED]: [WICKED] })}`, 'n');
  expect(script.match(/<\/?script|<!--|-->/g)).toEqual(['<script', '</script']);
});

test('a value comes out of its script as it went in', () => {
  const value = { [WICKED]: [WICKED, 1, null, true, 'Großbritannien — 数学 🎞️'] };
  expect(runInNewContext(`JSON.stringify(${embed(value)})`)).toBe(JSON.stringify(value));
  expect(runInNewContext(`typeof ${embed(undefined)}`)).toBe('undefined');
});
