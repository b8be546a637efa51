import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';

/** The error of a file that is not UTF-8. */
export class NotUtf8Error extends Error {
  /** The first line with other bytes. */
  readonly line: number;
  /** Expected, actual, fix. */
  readonly reason: string;
  constructor(path: string, line: number, reason: string) {
    super(`${path}:${line} ${reason}`);
    this.line = line;
    this.reason = reason;
  }
}

/** Byte order marks of UTF-16. */
const UTF_16_MARKS: readonly string[] = ['fffe', 'feff'];

/** Reads a text file. A byte order mark is not part of the text. @throws NotUtf8Error with the line */
export function readUtf8(path: string): string {
  const bytes = readFileSync(path);
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes);
  if (UTF_16_MARKS.includes(bytes.toString('hex', 0, 2)))
    throw new NotUtf8Error(path, 1, 'expected UTF-8, got UTF-16; save the file as UTF-8');
  const line = lineOfInvalidByte(bytes);
  throw new NotUtf8Error(path, line, 'expected UTF-8, got bytes of another encoding; save the file as UTF-8');
}

/** Returns the number of the first line that is not UTF-8. No character contains the byte of a newline. */
function lineOfInvalidByte(bytes: Buffer): number {
  let start = 0;
  for (let line = 1; ; line++) {
    const end = bytes.indexOf(0x0a, start);
    if (end === -1 || !isUtf8(bytes.subarray(start, end))) return line;
    start = end + 1;
  }
}
