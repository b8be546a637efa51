import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';

const MISSING =
  'ffmpeg was not found. It is needed to encode films, and only for that: install it (Debian and Ubuntu: ' +
  'apt-get install ffmpeg; macOS: brew install ffmpeg) and run the command again.';

/** A running ffmpeg that takes its input from `write`. */
export interface Ffmpeg {
  /** Hands over bytes and waits while ffmpeg is busy. */
  write(bytes: Uint8Array): Promise<void>;
  /** Ends the input, waits for the end, and gives what ffmpeg said on its standard error. */
  finish(): Promise<string>;
}

/**
 * Starts ffmpeg.
 * @param args its arguments, without the program's name
 * @throws Error with the last words of ffmpeg when it fails, or with a way to get it when it is missing
 */
export async function startFfmpeg(args: readonly string[]): Promise<Ffmpeg> {
  const child: ChildProcessByStdio<Writable, null, Readable> = spawn(
    'ffmpeg',
    ['-hide_banner', '-y', ...args],
    {
      stdio: ['pipe', 'ignore', 'pipe'],
    },
  );
  try {
    await once(child, 'spawn');
  } catch (error) {
    throw new Error(MISSING, { cause: error });
  }
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  // When ffmpeg ends early the pipe breaks; its own words, told at the end, explain more than that.
  child.stdin.on('error', () => {});
  const ended = once(child, 'close').then(([code]) => {
    if (code !== 0) throw new Error(`ffmpeg ended with ${code}:\n${said.slice(-2000)}`);
    return said;
  });
  ended.catch(() => {});
  return {
    write: async (bytes) => {
      if (!child.stdin.write(bytes)) await Promise.race([once(child.stdin, 'drain'), ended]);
    },
    finish: () => {
      child.stdin.end();
      return ended;
    },
  };
}
