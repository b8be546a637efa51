import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';

const MISSING_MESSAGE =
  'ffmpeg was not found. It is needed to encode films: install it (Debian and Ubuntu: ' +
  'apt-get install ffmpeg; macOS: brew install ffmpeg) and run the command again.';

/** A running ffmpeg process that reads its input from `write`. */
export interface Ffmpeg {
  /** Writes bytes and waits while the pipe is full. */
  write(bytes: Uint8Array): Promise<void>;
  /** Closes the input, waits for the exit, and returns the standard error output. */
  finish(): Promise<string>;
}

/**
 * Starts ffmpeg.
 * @param args the arguments, without the program name
 * @throws Error with the end of the standard error output if ffmpeg fails, or with installation instructions if it is
 * missing
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
    throw new Error(MISSING_MESSAGE, { cause: error });
  }
  let stderrText = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderrText += text;
  });
  // The pipe breaks if ffmpeg exits early. Its exit error, reported at the end, explains more.
  child.stdin.on('error', () => {});
  const ended = once(child, 'close').then(([code]) => {
    if (code !== 0) throw new Error(`ffmpeg exited with code ${code}:\n${stderrText.slice(-2000)}`);
    return stderrText;
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
