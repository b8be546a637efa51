/**
 * Lets a command finish when nothing reads its output any more (`trivium index | head`), and sets the exit code 1 when its output
 * cannot be written, for example to a full disk.
 */
export function watchOutput(): void {
  let isReported = false;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (isReported || isClosedPipe(error)) return;
    isReported = true;
    console.error(`the output is not complete: ${error.message}; check where it is written to`);
    // The command may set its own exit code until then.
    process.once('exit', () => {
      process.exitCode ||= 1;
    });
  });
  process.stderr.on('error', () => undefined);
}

/** Returns whether nothing reads a stream any more. */
export const isClosedPipe = ({ code }: NodeJS.ErrnoException): boolean => code === 'EPIPE';
