import { enableCompileCache, flushCompileCache } from 'node:module';

// As in `gateway/cli/trivium.ts`.
enableCompileCache();
const { runCommandLine } = await import('../../../gateway/cli/parser/commandLine.ts');

/** A command line without the name of the program, and the whole environment that it runs in. */
export interface CommandRequest {
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/** The exit code and the output of a command. */
export interface CommandResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the command lines that the parent process sends. It sends the next one after the result. */
process.on('message', async (request: CommandRequest) => process.send?.(await run(request)));

async function run({ args, env }: CommandRequest): Promise<CommandResult> {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.exitCode = undefined;
  const out = captureOutput(process.stdout);
  const err = captureOutput(process.stderr);
  try {
    await runCommandLine(args);
    // The process is killed at its end, and would not write it.
    flushCompileCache();
    return { code: Number(process.exitCode ?? 0), out: out.text(), err: err.text() };
  } finally {
    out.restore();
    err.restore();
  }
}

/** Collects what is written to a stream, in place of writing it. */
function captureOutput(stream: NodeJS.WriteStream): { text(): string; restore(): void } {
  const { write } = stream;
  let text = '';
  stream.write = (chunk: string | Uint8Array) => {
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    return true;
  };
  return {
    text: () => text,
    restore: () => {
      stream.write = write;
    },
  };
}
