import { runInNewContext } from 'node:vm';
import { expect, test } from '@jest/globals';
import { inlineScript, serializeForScript } from './inlineScript.ts';

const HOSTILE = '</script><script>alert(1)</script><!-- <script> ]]> & \u2028 \u2029 "\\';

test('inline script: a value cannot end the script, start another or start a comment', () => {
  const script = inlineScript(`x=${serializeForScript({ [HOSTILE]: [HOSTILE] })}`, 'n');
  expect(script.match(/<\/?script|<!--|-->/g)).toEqual(['<script', '</script']);
});

test('inline script: evaluates to the serialized value', () => {
  const value = { [HOSTILE]: [HOSTILE, 1, null, true, 'Großbritannien — 数学 🎞️'] };
  expect(runInNewContext(`JSON.stringify(${serializeForScript(value)})`)).toBe(JSON.stringify(value));
  expect(runInNewContext(`typeof ${serializeForScript(undefined)}`)).toBe('undefined');
});
