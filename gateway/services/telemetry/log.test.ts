import { expect, test } from '@jest/globals';
import { createLog } from './log.ts';

test('log: an error has its causes, and is shortened', () => {
  const lines: string[] = [];
  const log = createLog({
    level: 'info',
    redact: (text) => text,
    destination: { write: (line) => void lines.push(line) },
  });
  const cause = Object.assign(new Error('x'.repeat(1_000_000)), { responseBody: 'y'.repeat(1_000_000) });
  log.warn({ err: new Error('the poll failed', { cause }) }, 'failed');
  const [line = ''] = lines;
  expect(line.length).toBeLessThan(20_000);
  expect(JSON.parse(line).err).toMatchObject({
    type: 'Error',
    message: expect.stringMatching(/^the poll failed: x+$/),
    stack: expect.stringContaining('log.test.ts'),
  });
});
