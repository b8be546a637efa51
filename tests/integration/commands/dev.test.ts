import { expect, test } from '@jest/globals';
import { freePort } from '../../support/freePort.ts';
import { queryGateway, ROOT } from '../../support/stack.ts';
import { startCommand } from './testing/runningCommand.ts';

test('dev: serves the repository with its app, and watches until it is stopped', async () => {
  const port = await freePort();
  const dev = startCommand(['gateway/cli/trivium.ts', 'dev'], ROOT, {
    PORT: String(port),
    EMULATOR_PORT: String(await freePort(3)),
    SITES: 'app',
  });
  try {
    await dev.waitFor('press Ctrl-C to stop');
    const appUrl = /app (http:\S+)/.exec(dev.output())?.[1] ?? '';
    expect(await (await fetch(appUrl)).text()).toContain('<h1');
    const { errors } = await queryGateway(
      `http://127.0.0.1:${port}`,
      '{ films(first: 1) { nodes { title } } }',
    );
    expect(errors).toEqual([]);
    expect(dev.exitCode()).toBeNull();
  } finally {
    await dev.stop();
  }
  expect(dev.exitCode()).toBe(0);
}, 120_000);
