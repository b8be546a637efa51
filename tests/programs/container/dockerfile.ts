/** An instruction of a Dockerfile, e.g. `RUN npm ci`. */
export interface Instruction {
  readonly name: string;
  /** The flags, e.g. `from` of `COPY --from=build`. */
  readonly flags: Readonly<Record<string, string>>;
  readonly text: string;
}

/** A stage of a Dockerfile, from a FROM to the next one. */
export interface DockerStage {
  readonly base: string;
  /** The name after AS; the last stage usually has none. */
  readonly name: string | undefined;
  readonly instructions: readonly Instruction[];
}

/**
 * Reads the stages of a Dockerfile.
 * @throws Error for an instruction before the first FROM
 */
export function parseDockerfile(text: string): readonly DockerStage[] {
  const stages: { base: string; name: string | undefined; instructions: Instruction[] }[] = [];
  for (const line of logicalLines(text)) {
    const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/s.exec(line) ?? [];
    if (name === 'FROM') {
      const [base = '', , as] = rest.split(/\s+/);
      stages.push({ base, name: as, instructions: [] });
      continue;
    }
    const stage = stages.at(-1);
    if (!stage) throw new Error(`expected FROM before other instructions, got ${line}`);
    stage.instructions.push({ name, ...splitFlags(rest) });
  }
  return stages;
}

/** Returns the lines without comments, each with its continuations. */
const logicalLines = (text: string): readonly string[] =>
  text
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('#'))
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function splitFlags(text: string): Pick<Instruction, 'flags' | 'text'> {
  const [leading = ''] = /^(--[\w-]+=\S+\s+)*/.exec(text) ?? [];
  const flags = [...leading.matchAll(/--([\w-]+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]);
  return { flags: Object.fromEntries(flags), text: text.slice(leading.length) };
}
